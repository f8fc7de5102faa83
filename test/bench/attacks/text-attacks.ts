import type { Attack } from "./attack.ts";

const text = "packages/core/src/text";
const linear = "core/text/linear-cost.test.ts";

/** Attacks by texts that cost more than others of their length. */
export const textAttacks: readonly Attack[] = [
  {
    attack: "a text of blank lines",
    test: { file: linear, name: "blank lines analyzes 100 kB of blank lines in less than 1 s" },
    cuts: [
      {
        file: `${text}/sentences.ts`,
        text: "const first = skipSpace(text, lineStart, limit);",
        by: "terminator.lastIndex = lineStart; match = terminator.exec(text); const first = skipSpace(text, lineStart, limit);",
      },
    ],
  },
  {
    attack: "a city of thirty hyphens",
    test: {
      file: linear,
      name: "addresses finds personal data in 2,000 characters of cities with hyphens in less than 200 ms",
    },
    cuts: [
      {
        file: `${text}/patterns/address/locality.ts`,
        text: "const city = `(?:St\\\\.? )?${word}(?: (?:",
        by: "const city = `(?:St\\\\.? )?${word}(?:[ -](?:",
      },
    ],
  },
  {
    attack: "an answer of 70 MB to a text of 1 MB",
    test: { file: linear, name: "oversized records rejects a record of syntax with more than 400,000 spans" },
    cuts: [
      {
        file: `${text}/record-size.ts`,
        text: "if (spans <= maxRecordSpans) return;",
        by: "if (spans >= 0) return;",
      },
    ],
  },
  {
    attack: "six seconds of work on a text that is refused",
    test: {
      file: linear,
      name: "oversized records rejects a record with too many sentences and tokens at no more than 6 times the cost of finding the sentences",
    },
    cuts: [
      {
        file: `${text}/analyze.ts`,
        text: "await checkExpectedSpans(document, available);",
        by: "void checkExpectedSpans;",
      },
    ],
  },
  {
    attack: "a short text that holds the event loop",
    test: {
      file: "server/api/text-analyzer-parameters.test.ts",
      name: "a short text that costs as much as a long one is analyzed by another process, never on the event loop: 600 characters of Chinese",
    },
    cuts: [
      {
        file: "packages/server/src/api/routes/text-analyzer.ts",
        text: " || textWeight(body) > longerThan",
        by: "",
      },
    ],
  },
];
