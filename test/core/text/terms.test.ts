import { analyzeText, type AnalyzeTextOptions } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

type Options = AnalyzeTextOptions;

async function analyze(text: string, options: Options = {}) {
  return analyzeText(text, { language: "en", ...options, analysisType: "entities,pii" });
}

/** Returns the text with `‹type:` and `›` around its personal data. */
async function marked(text: string, options: Options): Promise<string> {
  const { pii } = await analyze(text, options);
  return pii.entities.reduceRight(
    (rest, { type, start, end }) =>
      `${rest.slice(0, start)}‹${type}:${rest.slice(start, end)}›${rest.slice(end)}`,
    text,
  );
}

/** Returns the text that a redaction with tokens came from. */
function restore({ redactedText, tokens = {} }: { redactedText: string; tokens?: Record<string, string> }) {
  return Object.entries(tokens).reduce(
    (text, [token, value]) => text.replaceAll(token, () => value),
    redactedText,
  );
}

const person = (text: string, match?: "word" | "exact" | "anywhere") => ({
  terms: [{ text, type: "person" as const, ...(match && { match }) }],
});

describe("a term of the caller", () => {
  it.each<[options: Options, marked: string]>([
    [
      person("zarnok"),
      "I asked ‹person:Zarnok›, not zarnokova or superzarnok; ‹person:ZARNOK›'s _‹person:zarnok›_ agrees.",
    ],
    [person("qibb", "exact"), "‹person:qibb› is no QIBB, the acronym."],
    [person("qibb", "anywhere"), "A‹person:Qibb›el and ‹person:qibb›."],
    [person("zarnok o’vex"), "Then ‹person:Zarnok\n O'Vex› said, zarnok\n\nO'Vex."],
    [person("王小明"), "昨天‹person:王小明›来了。"],
    [person("zarnok"), "어제 ‹person:zarnok›이 왔다."],
    [person("zoe\u0301 zarn"), "It was ‹person:Zoé Zarn›."],
    [
      {
        terms: [
          { text: "qux", type: "custom" },
          { text: "qux vex", type: "person" },
        ],
      },
      "The ‹person:qux vex› and ‹custom:qux›.",
    ],
    [
      { piiDeny: ["Blue Qux"], piiTypes: ["email"] },
      "The ‹custom:blue qux› of Mary Smith is at ‹email:a@b.example›.",
    ],
    [{ ...person("zarnok"), piiAllow: ["ZARNOK"] }, "Zarnok came."],
    [
      { patterns: [{ pattern: "\\bQX-\\d{3}\\b", type: "national_id" }, { pattern: "QX" }] },
      "‹national_id:QX-123›, ‹custom:QX›-12",
    ],
    [{ terms: [{ text: "Mary Smith", type: "organization" }] }, "Mary Smith met ‹person:Mary Jones›."],
  ])("with %j is found where a reader finds it: %s", async (options, expected) => {
    const text = expected.replaceAll(/‹\w+:|›/g, "");
    expect(await marked(text, options)).toBe(expected);
  });

  it("is an entity of its type, in place of other readings of the same words, but not inside of an address", async () => {
    const { entities } = await analyze(
      "Mercury hired us. See https://qux.example/qux or mail to qux@qux.example: qux is 5.",
      {
        terms: [
          { text: "mercury", type: "organization" },
          { text: "qux", type: "misc" },
          { text: "qux", type: "passport" },
        ],
      },
    );
    const found = entities.map(({ type, text, mentions }) => `${type} ${text} ${mentions.length}`);
    expect(found).toEqual(expect.arrayContaining(["organization Mercury 1", "misc qux 1", "number 5 1"]));
  });

  it("never leaves a part of a longer finding in the text", async () => {
    const piiPolicy = { email: "label", person: "label" } as const;
    const text = "Ask Mary Falcon Zeta at falcon@falcon.example.";
    const { pii } = await analyze(text, { piiPolicy, piiDeny: ["falcon", "Zeta at"] });
    expect(pii.redactedText).not.toMatch(/mary|falcon|zeta/i);
    const kept = await analyze(text, { piiPolicy: { email: "keep" }, piiDeny: ["falcon"] });
    expect(kept.pii.redactedText.toLowerCase()).not.toContain("falcon");
  });
});

it("finds a full name of a person at each of its places, also in the line above a quoted mail", async () => {
  const text =
    "Our customer Søren Kjærgård asks for a refund.\n\n> On Monday Søren Kjærgård wrote:\n> Please help.\n";
  const { pii } = await analyze(text, { piiPolicy: { person: "token" } });
  expect(pii.redactedText).toBe(text.replaceAll("Søren Kjærgård", "[PERSON_1]"));
});

describe("a policy for types of personal data", () => {
  const text =
    "Mary Smith (mary@smith.example, 4111 1111 1111 1111) wrote to Mary Smith about [EMAIL_1] and PIN 12.";
  it.each<[policy: NonNullable<Options["piiPolicy"]>, redacted: string]>([
    [{}, "[PERSON] ([EMAIL], [CREDIT_CARD]) wrote to [PERSON] about [EMAIL_1] and [CUSTOM]."],
    [
      { person: "token", email: "token" },
      "[PERSON_1] ([EMAIL_2], [CREDIT_CARD]) wrote to [PERSON_1] about [EMAIL_1] and [CUSTOM].",
    ],
    [
      { person: "mask", credit_card: "last4", custom: "last4" },
      "**** ***** ([EMAIL], **** **** **** 1111) wrote to **** ***** about [EMAIL_1] and *** **.",
    ],
    [{ person: "keep", email: "hash" }, "Mary Smith ([EMAIL:"],
  ])("%j writes %s", async (piiPolicy, redacted) => {
    const salted = Object.values(piiPolicy).includes("hash") ? { piiSalt: "12345678" } : {};
    const { pii } = await analyze(text, { piiPolicy, piiDeny: ["PIN 12"], ...salted });
    expect(pii.redactedText.slice(0, redacted.length)).toBe(redacted);
    expect("tokens" in pii).toBe(redacted.includes("_2]"));
    expect(pii.entities.map(({ text: found }) => found)).toContain("Mary Smith");
  });
});

describe("lists and policies that cannot be used", () => {
  const patterns = (...list: string[]) => ({ patterns: list.map((pattern) => ({ pattern })) });
  const terms = (...list: string[]) => ({ terms: list.map((text) => ({ text, type: "custom" })) });
  const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
  it.each<[name: string, options: object, message: string | RegExp]>([
    ["a lookahead", patterns("a", "a(?=b)"), /^patterns\.1\.pattern: .* RE2, .*\(\?=/],
    ["a backreference", patterns("(a)\\1"), /^patterns\.0\.pattern: .* RE2, /],
    ["an open class", patterns("["), /^patterns\.0\.pattern: .* RE2, .*missing closing \]/],
    [
      "a long repetition",
      patterns("(\\w{30}){30}"),
      "patterns.0.pattern: expected a pattern of at most 1000",
    ],
    [
      "large patterns",
      patterns(...many(50, "\\w{60}")),
      "patterns.41.pattern: expected patterns of at most 5000",
    ],
    ["51 patterns", patterns(...many(51, "a")), "patterns: expected a list of at most 50"],
    ["a long pattern", patterns("a".repeat(501)), "patterns.0.pattern: expected a string of 1 to 500"],
    ["an empty term", terms("a", ""), "terms.1.text: expected a string of 1 to 200 characters"],
    ["a blank value", { piiDeny: ["a", " "] }, "piiDeny.1: expected a string of 1 to 200 characters"],
    ["a long term", terms("a".repeat(201)), "terms.0.text: expected a string of 1 to 200 characters"],
    ["an unknown type", { terms: [{ text: "a", type: "dog" }] }, "terms.0.type: expected one of person, "],
    [
      "an unknown match",
      { terms: [{ text: "a", type: "misc", match: "near" }] },
      'terms.0.match: expected "word"',
    ],
    ["1,001 terms", terms(...many(1001, "a")), "terms: expected a list of at most 1000"],
    [
      "100,001 characters",
      { ...terms(...many(500, "a".repeat(200))), piiAllow: ["a"] },
      "piiAllow.0: expected at",
    ],
    ["a policy of no type", { piiPolicy: { dog: "mask" } }, "piiPolicy.dog: expected one of email, "],
    [
      "an unknown policy",
      { piiPolicy: { person: "shred" } },
      "piiPolicy.person: expected one of label, mask, ",
    ],
    [
      "a policy and a mask",
      { piiPolicy: { person: "mask" }, piiMask: "label" },
      "piiPolicy: expected a policy for",
    ],
    ["a hash without a salt", { piiPolicy: { person: "hash" } }, "piiSalt: expected a string of 8 to 200"],
  ])("are refused by their entry: %s", async (_, options, message) => {
    const refused = analyzeText("Hi.", options);
    await expect(refused).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(refused).rejects.toThrow(message);
  });
});

describe("any text with lists of the caller", () => {
  const piece = fc.constantFrom(
    ..."Mary|Zoé|zarnok|QX-12|a@b.example|[PERSON_1]|[CUSTOM_2]|5️⃣|👩‍👩‍👧‍👦|🇩🇪🇫🇷|é|e\u0301|\u0301|\u200d|\u200b|\u00ad|ＡＢ|ß|İ|ς|王|한|\ud83d|\udc00|\r\n|\n|\n\n|\t|\u00a0| | |, |.|5|$&|__proto__|'|’|+44 20 7946 0958".split(
      "|",
    ),
  );
  const texts = fc.array(piece, { minLength: 1, maxLength: 25 }).map((parts) => parts.join(""));
  const options: Options = {
    terms: (["word", "exact", "anywhere"] as const).flatMap((match) =>
      ["zarnok", "e", "5", "é", "王", "zarnok mary", "👩", "🇩🇪", "ab", "\u0301"].map((text) => ({
        text,
        match,
        type: "custom" as const,
      })),
    ),
    piiDeny: ["mary", "ß", "[PERSON_1]", "$&"],
    patterns: [
      { pattern: "\\d" },
      { pattern: "[^ ]e|\\x{1F1EA}.", type: "person" },
      { pattern: "(?s)Q.*?2" },
    ],
    piiPolicy: { person: "token", custom: "token", email: "token", phone: "token" },
  };

  it("has spans in order, apart, of whole grapheme clusters in every unit, and comes back from its tokens", async () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const analysis = await analyze(text, options);
        expect(restore(analysis.pii)).toBe(text);
        const edges = new Set([text.length, ...Array.from(segmenter.segment(text), ({ index }) => index)]);
        const mentions = analysis.entities
          .flatMap((entity) => entity.mentions)
          .toSorted((a, b) => a.start - b.start);
        for (const spans of [analysis.pii.entities, mentions.filter(({ confidence }) => confidence === 1)])
          for (const [index, { start, end }] of spans.entries()) {
            expect([edges.has(start), edges.has(end)]).toEqual([true, true]);
            expect(spans[index - 1]?.end ?? 0).toBeLessThanOrEqual(start);
          }
        const slices = analysis.pii.entities.map(({ start, end }) => text.slice(start, end).toWellFormed());
        const bytes = new TextEncoder().encode(text);
        const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
        const characters = Array.from(text);
        const units = {
          utf8: (start: number, end: number) => decoder.decode(bytes.slice(start, end)),
          code_point: (start: number, end: number) => characters.slice(start, end).join("").toWellFormed(),
        };
        for (const offsetUnit of ["utf8", "code_point"] as const) {
          const { pii } = await analyze(text, { ...options, offsetUnit });
          expect(pii.entities.map(({ start, end }) => units[offsetUnit](start, end))).toEqual(slices);
        }
      }),
      { numRuns: 100 },
    );
  });
});
