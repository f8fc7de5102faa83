import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

// Compares each text with prose of the same length. A cost per kB of a few times that of prose is linear.
// Without our guards, these texts cost the libraries hundreds of times as much (seconds for 100 kB).
const length = 10_000;
const mostTimesProse = 25;
const prose = "The weather was so nice that we had lunch in the garden, and the bees did not mind us. ";

const repeated = {
  "one word": "a",
  "one hyphenated word": "a-",
  quotes: "'",
  periods: ".",
  initials: "A. ",
  digits: "1",
  colons: "1:",
  "one-letter words": "a ",
  paragraphs: "a\n\n",
  "blank lines": "\n",
  emoji: "😀",
  "joined emoji": "👩‍👩‍👧‍👦",
  "letters with many marks": "a\u0301\u0302\u0303\u0304\u0305",
  "marks alone": "\u0301",
  "right-to-left": "مرحبا بالعالم ",
  "Japanese without punctuation": "東京は日本の首都です",
  "Thai without blanks": "ประเทศไทย",
  "lone surrogates": "\ud83d",
  NULs: "\0",
  "zero-width spaces": "\u200b",
  schemes: "http://",
  "half URLs": "http://a-b.c-d.e-f:8@",
  "half e-mail addresses": "a@",
  hashes: "#",
  "dotted words": "a.b",
  dates: "May 5, ",
  "number words": "one hundred and ",
  amounts: "$5 ",
  negations: "not bad but ",
};

/** Returns the processor time of an analysis, in milliseconds. */
async function cost(text: string): Promise<number> {
  const before = process.cpuUsage();
  await analyzeText(text, { analysisType: "all,syntax", language: "en" });
  return process.cpuUsage(before).user / 1000;
}

describe("hostile texts", { timeout: 120_000 }, () => {
  it("analyzes a hostile text at no more than 25 times the cost of prose of the same length", async () => {
    const text = prose.repeat(Math.ceil(length / prose.length)).slice(0, length);
    await cost(text);
    const allowed = Math.max(100, mostTimesProse * Math.min(await cost(text), await cost(text)));
    const slow: string[] = [];
    for (const [name, unit] of Object.entries(repeated)) {
      const long = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      let spent = await cost(long);
      // Other work on the machine makes a run more expensive, never cheaper.
      if (spent > allowed) spent = Math.min(spent, await cost(long));
      if (spent > allowed) slow.push(`${name}: ${Math.round(spent)} ms`);
    }
    expect(slow).toEqual([]);
  });

  it("analyzes a hostile text of the maximum size", async () => {
    const { statistics } = await analyzeText("a".repeat(1_000_000));
    expect(statistics).toMatchObject({ characters: 1_000_000, paragraphs: 1 });
  });

  it.each([
    ["a hundred thousand unknown words", (index: number) => `q${(index * 7919).toString(36)}`],
    // wink-nlp packs the number of a word's shape into a few bits next to its part of speech.
    [
      "more shapes of words than wink can number",
      (index: number) => index.toString(2).padStart(17, "0").replaceAll("0", "a").replaceAll("1", "A"),
    ],
  ])("analyzes a text the same after a text of %s", async (_, wordOf) => {
    const next = "The odd zlogqwer's plan works: an XyZ-aBc!";
    const options = { analysisType: "syntax", language: "en" };
    const before = await analyzeText(next, options);
    const words = Array.from({ length: 110_000 }, (_, index) => wordOf(index)).join(" ");
    await analyzeText(words.slice(0, 600_000), options);
    expect(await analyzeText(next, options)).toEqual(before);
  });
});
