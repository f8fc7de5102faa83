import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

/** Returns the entities' texts, each with the characters at its place in the original. */
async function entitiesWithPlaces(text: string, inputFormat: "text" | "html" = "text") {
  const { entities } = await analyzeText(text, { analysisType: "entities", inputFormat });
  return entities.flatMap(({ mentions }) =>
    mentions.map((mention) => [mention.text, text.slice(mention.start, mention.end)]),
  );
}

describe("the input format html", () => {
  it("reads what a browser shows, with offsets in the HTML", async () => {
    const html =
      "<title>Skip</title><style>p { color: red }</style><h1>Our visit</h1><p>We met <b>Ada</b> Lovelace &amp; " +
      "Bob&nbsp;Smith in <i>London</i>.</p><script>let x = '</p>';</script><!-- Paris -->";
    expect(await entitiesWithPlaces(html, "html")).toEqual([
      ["Ada Lovelace", "Ada</b> Lovelace"],
      ["Bob\u00a0Smith", "Bob&nbsp;Smith"],
      ["London", "London"],
    ]);
  });

  it("separates blocks, so that a heading and the next paragraph are two sentences", async () => {
    const { statistics } = await analyzeText(
      "<h1>Our visit</h1><p>It rained\nall <b>day</b>.<br>Nobody came.</p>",
      {
        analysisType: "language",
        inputFormat: "html",
      },
    );
    expect(statistics).toMatchObject({ sentences: 3, paragraphs: 2, words: 8 });
  });

  it("decodes character references before it searches personal data, and redacts the readable text", async () => {
    const html = '<p>Mail <a href="mailto:ada@example.com">ada&#64;example.com</a> today.</p>';
    const { pii } = await analyzeText(html, { analysisType: "pii", inputFormat: "html" });
    expect(pii.redactedText).toBe("Mail [EMAIL] today.");
    expect(pii.entities.map(({ start, end }) => html.slice(start, end))).toEqual(["ada&#64;example.com"]);
  });

  it("analyzes markup without text as an empty text", async () => {
    const { statistics, language } = await analyzeText("<p><br></p>", { inputFormat: "html" });
    expect(statistics).toEqual({ characters: 0, words: 0, sentences: 0, paragraphs: 0 });
    expect(language.code).toBe("und");
  });

  it.each([
    ["open tags", "<p>".repeat(300_000)],
    ["unfinished tags", "<".repeat(900_000)],
    ["references", "&amp;".repeat(180_000)],
    ["unfinished comments", "<!--".repeat(220_000)],
    ["unfinished end tags", "</a ".repeat(220_000)],
  ])("reads 900 kB of %s", async (_name, html) => {
    // At quadratic cost, this would take hours.
    const options = { analysisType: "language", language: "en", inputFormat: "html" } as const;
    expect((await analyzeText(html, options)).statistics.paragraphs).toBeLessThan(2);
  });

  it("warns about HTML that is read as text", async () => {
    const { warnings } = await analyzeText("<p>It rained.</p>", { analysisType: "language", language: "en" });
    expect(warnings.map(({ code }) => code)).toEqual(["looks_like_html"]);
    const { warnings: none } = await analyzeText("5 < 6 </3", { analysisType: "language", language: "en" });
    expect(none).toEqual([]);
  });
});

describe("characters that hide words", () => {
  it("finds a name with decomposed letters, and returns it as written", async () => {
    expect(await entitiesWithPlaces("Rene\u0301e Zellweger met us.")).toEqual([
      ["Rene\u0301e Zellweger", "Rene\u0301e Zellweger"],
    ]);
  });

  it.each([
    ["zero-width spaces", "jo\u200bhn@exa\u200bmple.com"],
    ["soft hyphens", "john@ex\u00adample.com"],
    ["word joiners and direction marks", "jo\u2060hn@\u200eexample.com"],
    ["full-width letters", "ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ"],
  ])("redacts an email address with %s", async (_name, address) => {
    const { pii } = await analyzeText(`Write to ${address}, now\u200b.`, {
      analysisType: "pii",
      language: "en",
    });
    expect(pii.redactedText).toBe("Write to [EMAIL], now\u200b.");
    expect(pii.entities[0]?.text).toBe(address);
  });

  it.each(["😀\u0301ada@example.com::１5May", "😀\u0301\u0323ada@example.com::１5May"])(
    "finds an address outside the emoji with marks before it, if another character is normalized: %s",
    async (text) => {
      const { entities, pii } = await analyzeText(text, { analysisType: "entities,pii", language: "en" });
      const address = { text: "ada@example.com", start: text.indexOf("ada") };
      expect(pii.entities).toMatchObject([address]);
      expect(entities.flatMap(({ mentions }) => mentions)).toMatchObject([{ start: 0 }, address]);
      expect(entities[0]?.mentions[0]?.end).toBeLessThanOrEqual(address.start);
    },
  );

  it("keeps the joiners of emoji and of Persian", async () => {
    const { syntax } = await analyzeText("A 👨‍👩‍👧 here", { analysisType: "syntax", language: "en" });
    expect(syntax.tokens.map(({ text }) => text)).toEqual(["A", "👨‍👩‍👧", "here"]);
    const { pii } = await analyzeText("می‌خواهم", { analysisType: "pii" });
    expect(pii.redactedText).toBe("می‌خواهم");
  });

  it("counts the characters that the caller sent, in the requested unit", async () => {
    const text = "Cafe\u0301 in Zu\u0308rich";
    const { statistics, entities } = await analyzeText(text, { offsetUnit: "utf8", language: "en" });
    expect(statistics.characters).toBe(new TextEncoder().encode(text).length);
    for (const { text: found, start, end } of entities?.flatMap(({ mentions }) => mentions) ?? [])
      expect(new TextDecoder().decode(new TextEncoder().encode(text).slice(start, end))).toBe(found);
  });
});

describe("wrapped lines", () => {
  const options = { analysisType: "sentiment,keywords,entities,pii", language: "en" } as const;

  it("keep the caller's characters and offsets in spans and redacted text", async () => {
    const text =
      "> It is known since the last century that the observable phe-\r\n> nomenon was found in another laboratory by our colleague Ada\r\n> Lovelace, ada@example.com.";
    const { entities, keywords, pii } = await analyzeText(text, options);
    const person = entities.find(({ type }) => type === "person")?.mentions[0];
    expect(person?.text).toBe("Ada\r\n> Lovelace");
    expect(text.slice(person?.start, person?.end)).toBe(person?.text);
    expect(keywords.map((keyword) => keyword.text)).toContain("observable phenomenon");
    expect(pii.redactedText).toContain(
      "phe-\r\n> nomenon was found in another laboratory by our colleague [PERSON], [EMAIL].",
    );
  });
});
