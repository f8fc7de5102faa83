import { analyzeText, type TextAnalysis } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

async function analyze(text: string): Promise<TextAnalysis> {
  return analyzeText(text, { analysisType: "entities,pii", language: "en" });
}

interface Placed {
  text: string;
  start: number;
  end: number;
}

function mentionsIn({ entities = [] }: TextAnalysis): Placed[] {
  return entities.flatMap(({ mentions }) => mentions).toSorted((a, b) => a.start - b.start);
}

function expectSpans(text: string, spans: readonly Placed[]): void {
  let last = 0;
  for (const { text: found, start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(found).toBe(text.slice(start, end));
    // The span may contain a lone surrogate of the text, but must not cut a pair.
    expect(text.slice(start - 1, start + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
    expect(text.slice(end - 1, end + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
    last = end;
  }
}

const fragment = fc.oneof(
  fc.constantFrom(
    ..."$ € £ US$ USD Rs. % ％ 5 05 12 1,200 3.14 1843 2020 1e6 .5 -5 5pm 17:00 17:00:30.5 T Z UTC +02:00 -".split(
      " ",
    ),
  ),
  fc.constantFrom(
    ..."May March Sun Mon. Monday Jan. january Q3 Christmas noon tonight next last the a an in of and".split(
      " ",
    ),
  ),
  fc.constantFrom(
    ..."two hundred twenty - million bn k m dozen first second third twenty-first half past to o'clock hours 3-day 1h 30m years percent dollars pounds".split(
      " ",
    ),
  ),
  fc.constantFrom(
    ..."221B Baker Street Hauptstraße rue de la Paix P.O. Box Apt. #4 London NW1 6XE CA 94043 Via Roma St. Ave".split(
      " ",
    ),
  ),
  fc.constantFrom(
    ..."ada@example.com https://a.example/5 @ada #tag 4111111111111111 DE89370400440532013000 192.0.2.1 ::1 123-45-6789 +442079460000".split(
      " ",
    ),
  ),
  fc.constantFrom(
    " ",
    " ",
    " ",
    "",
    "\n",
    "\r\n",
    "\t",
    "\u00a0",
    "\u202f",
    ", ",
    ". ",
    "/",
    ":",
    "(",
    ")",
    "'s",
    "“",
  ),
  fc.constantFrom("😀", "👩‍👩‍👧‍👦", "🇩🇪", "5️⃣", "️", "\u200d", "\ud83d", "\udc00", "５", "٥", "年", "é", "\u0301"),
  fc.string({ unit: "binary", maxLength: 3 }),
);

const texts = fc
  .array(fragment, { minLength: 1, maxLength: 25 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");

const standard: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?(?:\/\d{4}(?:-\d\d-\d\d)?)?$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/,
  duration: /^P(?:[\d.]+[YMWD])*(?:T(?:[\d.]+[HMS])+)?$/,
  money: /^[A-Z]{3} -?\d+(?:\.\d+)?$/,
  percent: /^-?\d+(?:\.\d+)?$/,
  number: /^-?\d+(?:\.\d+)?$/,
  ordinal: /^\d+$/,
};

describe("forms and personal data in any text", () => {
  it("returns slices of the text, in order and without overlap, with standard forms of their type and a confidence", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const analysis = await analyze(text);
        expectSpans(text, mentionsIn(analysis));
        expectSpans(text, analysis.pii?.entities ?? []);
        const { entities = [] } = analysis;
        const wrong = entities.filter(
          ({ type, normalized, confidence }) =>
            (normalized !== null && standard[type]?.test(normalized) === false) ||
            !(confidence > 0 && confidence <= 1),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it("returns the same entities whatever follows the end of a paragraph", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const alone = `${text}\n\n`;
        const analysis = await analyze(alone);
        const followed = await analyze(`${alone}Nothing else.`);
        expect(mentionsIn(followed)).toEqual(mentionsIn(analysis));
        expect(followed.pii?.entities).toEqual(analysis.pii?.entities);
      }),
      { numRuns: 300 },
    );
  });
});

describe("expensive texts", () => {
  const units = {
    "one long figure": "1",
    "a chain of figures": "1-",
    "points and digits": "1.",
    times: "1:",
    "number words": "one hundred and ",
    "twenty and twenty": "twenty ",
    months: "May ",
    "months and days": "May 5, ",
    weekdays: "Monday, ",
    "currency signs": "$",
    amounts: "$5 ",
    "amounts in a row": "$5-",
    hours: "1h",
    hyphens: "5-year-",
    "house numbers": "12 High ",
    "streets before numbers": "Via Roma 1 ",
    "post boxes": "PO Box 1",
    addresses: "12 High Street, London, ",
    "cities without end": "12 High Street, Aa Bb Cc Dd, Aa Bb Cc Dd",
    domains: "a.",
    "known domains": "a.com.",
    "www.": "www.",
    "hexadecimal colons": "a:",
    keycaps: "5️",
    "lone surrogates": "\ud83d",
    "full-width digits": "５ ",
  };

  /** Returns the processor time of an analysis, in microseconds. */
  async function cost(text: string): Promise<number> {
    const before = process.cpuUsage();
    await analyze(text);
    return process.cpuUsage(before).user;
  }

  it.each(Object.entries(units))(
    "analyzes repeated text at a cost that grows at most linearly: %s",
    async (_, unit) => {
      const small = unit.repeat(Math.ceil(4_000 / unit.length));
      const large = unit.repeat(Math.ceil(32_000 / unit.length));
      await cost(small);
      await cost(small);
      // Measured in turns, because other work on the machine makes both more expensive.
      const ratio = async () => (await cost(large)) / Math.max(1500, await cost(small));
      let least = await ratio();
      for (let tries = 1; tries < 5 && least >= 20; tries++) least = Math.min(least, await ratio());
      // Eight times the length. A quadratic cost would be 64 times as high.
      expect(least).toBeLessThan(20);
    },
  );
});
