import { analyses } from "../text/analyses.ts";
import { languageName } from "../text/language/language-names.ts";
import type { ToolTable } from "./tool.ts";

/** An analysis, or a part of one, that only some languages have. */
interface Limited {
  title: string;
  languages: readonly string[];
}

/** Returns the analyses and the parts of analyses that only some languages have. */
function limitedAnalyses(): Limited[] {
  return Object.entries(analyses).flatMap(([name, { languages, limited }]) => [
    ...(languages === "any" ? [] : [{ title: name, languages }]),
    ...(limited ? [{ title: `${name}: ${limited.part}`, languages: limited.languages }] : []),
  ]);
}

/** Returns the languages with their analyses. Analyses that every language has are one row. */
function languageTable(): ToolTable {
  const limited = limitedAnalyses();
  const codes = [...new Set(limited.flatMap(({ languages }) => languages))];
  const everywhere = Object.entries(analyses).flatMap(([name, { languages }]) =>
    languages === "any" ? [name] : [],
  );
  return {
    title: "Languages of the analyses",
    note: `Every language has ${everywhere.join(", ")}, except for the parts in this table.`,
    head: ["Language", ...limited.map(({ title }) => title)],
    rows: codes
      .map((code) => ({ code, name: languageName(code) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ code, name }) => [
        `${name} (\`${code}\`)`,
        ...limited.map(({ languages }) => (languages.includes(code) ? "yes" : "–")),
      ]),
  };
}

const readings: readonly ToolTable[] = [
  {
    title: "How to read a sentiment",
    note: "`magnitude` adds up the sentences, so compare it only between texts of about the same length.",
    head: ["The text is", "score", "magnitude"],
    rows: [
      ["clearly positive", "0.5 to 1", "1 and more: several sentences say so"],
      ["slightly positive", "0.25 to 0.5", "below 1: one phrase says so"],
      ["neutral, without feeling", "−0.25 to 0.25", "near 0"],
      ["mixed: good and bad cancel out", "−0.25 to 0.25", "1 and more"],
      ["slightly negative", "−0.5 to −0.25", "below 1: one phrase says so"],
      ["clearly negative", "−1 to −0.5", "1 and more: several sentences say so"],
    ],
  },
  {
    title: "How to read a readability",
    note: "Formulas need some 100 words. Of a few words, they can be far outside of these ranges.",
    head: ["The text is", "Flesch scales (higher is easier)", "gulpease", "grades (English)", "lix"],
    rows: [
      ["very easy: a comic", "90 to 100", "over 80", "up to 5", "under 25"],
      ["plain: suits most adults", "60 to 70", "60 to 80", "8", "25 to 40"],
      ["a newspaper", "50 to 60", "50 to 60", "10 to 12", "40 to 50"],
      ["difficult: a textbook", "30 to 50", "40 to 50", "13 to 16", "50 to 60"],
      ["very difficult: a contract, a paper", "under 30", "under 40", "over 16", "over 60"],
    ],
  },
  {
    title: "How to read a confidence",
    head: ["confidence", "Meaning"],
    rows: [
      ["0.9 to 1", "Use the result as it is."],
      ["0.6 to 0.9", "Use it where a mistake is cheap, such as sums over many texts."],
      ["under 0.6", "Let a person decide, or treat it as unknown."],
    ],
  },
];

/** Returns the tables that explain the results of the text analyzer. */
export function textTables(): ToolTable[] {
  return [languageTable(), ...readings];
}
