import { readFileSync } from "node:fs";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function tokensOf(text: string, language = "en") {
  const { syntax } = await analyzeText(text, { analysisType: "syntax", language });
  if (!syntax) throw new Error("no syntax");
  return syntax.tokens;
}

describe("syntax", () => {
  it("returns the part of speech and lemma of each token", async () => {
    expect(await tokensOf("Ada wrote two letters.")).toEqual([
      { text: "Ada", start: 0, end: 3, pos: "PROPN", lemma: "ada" },
      { text: "wrote", start: 4, end: 9, pos: "VERB", lemma: "write" },
      { text: "two", start: 10, end: 13, pos: "NUM", lemma: "two" },
      { text: "letters", start: 14, end: 21, pos: "NOUN", lemma: "letter" },
      { text: ".", start: 21, end: 22, pos: "PUNCT", lemma: "." },
    ]);
  });

  it("tags a word by its role in the sentence", async () => {
    const tokens = await tokensOf("They book a table. The book is red.");
    expect(tokens.filter(({ text }) => text === "book").map(({ pos }) => pos)).toEqual(["VERB", "NOUN"]);
  });

  it.each([
    [
      "He was hiding two species of mice at 9 am.",
      ["he", "be", "hide", "two", "species", "of", "mouse", "at", "9", "am", "."],
    ],
    ["The colour of physics", ["the", "colour", "of", "physics"]],
  ])("keeps the spelling of a lemma, and its silent e: %s", async (text, lemmas) => {
    expect((await tokensOf(text)).map(({ lemma }) => lemma)).toEqual(lemmas);
  });

  it.each([
    ["en", "They are happy that we were there, as it is the way to present it", "be be be present"],
    ["fr", "Nous sommes là, ils ont dit qu'elles seront là", "être avoir dire être"],
    ["de", "Wir sind da, sie waren dort, und er hat es gesagt", "sein sein haben sagen"],
  ])(
    "gives irregular verbs their lemma, not one of the rule for their ending: %s",
    async (language, text, lemmas) => {
      const verbs = (await tokensOf(text, language)).filter(({ pos }) => pos === "AUX" || pos === "VERB");
      expect(verbs.map(({ lemma }) => lemma).join(" ")).toBe(lemmas);
    },
  );

  it("covers everything except white space, in order, for any kind of white space", async () => {
    const text =
      "\tI can't,\u00a0\u00a0you\u3000CAN’T\r\n\r\nwe\u2028cannot \u000b gonna… U.S. e-mail\ufeff x\u200by 5pm. ";
    const tokens = await tokensOf(text);
    expect(tokens.map((token) => token.text).join("")).toBe(text.replace(/\s/g, ""));
    for (const { text: surface, start, end } of tokens) expect(text.slice(start, end)).toBe(surface);
  });

  it("returns a lemma for names of JavaScript's own properties", async () => {
    const tokens = await tokensOf(
      "The constructor and its prototype, toString and __proto__, hasOwnProperty.",
    );
    expect(tokens.find(({ text }) => text === "constructor")?.lemma).toBe("constructor");
    for (const { lemma } of tokens) expect(lemma).toBeTypeOf("string");
  });

  it.each([
    ["He knows C++, F# and .NET.", ["C++", "F#", ".NET"]],
    ["VB.NET, Vue.js and H&M grow.", ["VB.NET", "Vue.js", "H&M"]],
    ["Jones & Roe GmbH pays.", ["Jones", "Roe", "GmbH"]],
  ])("reads names with signs as words: %s", async (text, names) => {
    const tokens = await tokensOf(text);
    const tags = names.map((name) => tokens.find((token) => token.text === name)?.pos);
    for (const tag of tags) expect(["PROPN", "NOUN"]).toContain(tag);
    expect(tokens.filter(({ pos, text: token }) => pos === "PUNCT" && /[&#+]/.test(token))).toEqual([]);
  });

  it("splits chains of contractions, and reads spoken forms as verbs", async () => {
    const tokens = await tokensOf("We'd've stayed, but they wouldn't've. I gotta run.");
    expect(tokens.map(({ text }) => text).slice(0, 8)).toEqual([
      "We",
      "'d",
      "'ve",
      "stayed",
      ",",
      "but",
      "they",
      "would",
    ]);
    expect(tokens.filter(({ lemma }) => lemma === "have").map(({ text }) => text)).toEqual(["'ve", "'ve"]);
    expect(tokens.find(({ text }) => text === "run")?.pos).toBe("VERB");
  });

  it.each([
    ["de", "Die Städte suchten gestern neue Wege.", "Stadt/NOUN suchen/VERB Weg/NOUN"],
    ["fr", "L’hôtel n'a pas d'ascenseur.", "le/DET hôtel/NOUN avoir/VERB ascenseur/NOUN"],
    ["it", "L'acqua dell'Italia è buona.", "acqua/NOUN Italia/PROPN buono/ADJ"],
    ["es", "Las casas viejas son caras.", "el/DET casa/NOUN viejo/ADJ caro/ADJ"],
    ["ro", "S-a dus să-l vadă.", "-l/PRON vedea/VERB"],
    ["sv", "Barnen skriver korta brev.", "barn/NOUN skriva/VERB kort/ADJ brev/NOUN"],
    ["pl", "Dzieci czytają nowe książki.", "dziecko/NOUN czytać/VERB nowy/ADJ książka/NOUN"],
    ["ru", "Дети читают новые законы.", "читать/VERB новый/ADJ закон/NOUN"],
    ["el", "Η γυναίκα μένει στο σπίτι.", "γυναίκα/NOUN σε/ADP σπίτι/NOUN"],
    ["tr", "Çocuklar eve gitti.", "çocuk/NOUN ev/NOUN git/VERB"],
  ])("tags and lemmatizes text in %s", async (language, text, expected) => {
    const tokens = await tokensOf(text, language);
    for (const { start, end, text: token } of tokens) expect(text.slice(start, end)).toBe(token);
    const found = tokens.flatMap(({ text: token, pos, lemma }) => [`${lemma}/${pos}`, `${token}/${pos}`]);
    expect(found).toEqual(expect.arrayContaining(expected.split(" ")));
  });

  it("refuses a language without a model, with the list of those that have one", async () => {
    await expect(tokensOf("Ez egy jó könyv.", "hu")).rejects.toMatchObject({
      code: "unsupported_language",
      message: expect.stringMatching(/syntax is available in: (?:[a-z]{2}, ){23}[a-z]{2}$/),
    });
  });

  it("has the languages that the guide on accuracy lists", async () => {
    const error = await tokensOf("Ez egy jó könyv.", "hu").catch((reason: unknown) => reason);
    const [, codes = ""] = /syntax is available in: ([a-z, ]+)/.exec(String(error)) ?? [];
    const names = new Intl.DisplayNames("en", { type: "language" });
    const guide = readFileSync(
      new URL("../../../packages/server/guides/accuracy.md", import.meta.url),
      "utf8",
    );
    const [, listed = ""] = /^\| syntax +\| (.+?) +\|$/m.exec(guide) ?? [];
    expect(listed.split(/, | and /)).toEqual(codes.split(", ").map((code) => names.of(code)));
  });
});
