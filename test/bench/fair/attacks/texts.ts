import { type FairAttack, floodOf, json } from "../attack.ts";

const analyzer = "/v1/tools/text-analyzer";
const bytes = 1_000_000;
const clients = 4;
const analyses = [
  "sentiment",
  "entities",
  "keywords",
  "language",
  "summary",
  "readability",
  "syntax",
  "pii",
  "all",
];

const filled = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));

function wordList(): string {
  const words: string[] = [];
  for (let length = 0, index = 0; length < bytes - 20; index++) {
    const word = `${index.toString(36).replaceAll(/\d/g, "e")}ing`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join("\n");
}

const shapes = () => [
  filled("\n"),
  wordList(),
  filled("a"),
  filled("7"),
  filled("("),
  filled("A b. "),
  filled("@."),
];

const sentence =
  "Yesterday the new engine of Ada Lovelace was not bad at all, although it cost $3,000 in London. ";

/** Texts on which a superlinear analysis takes minutes, and more text than the workers can analyze. */
export const textAttacks: readonly FairAttack[] = [
  ...analyses.map((analysis) => ({
    name: `text-${analysis}`,
    description: `${analysis} of 1 MB of line ends, words, one letter, digits, brackets or marks, ${clients} in parallel`,
    prepare: floodOf(clients, ({ key }) =>
      shapes().map((text) => ({
        path: analyzer,
        headers: json(key),
        body: JSON.stringify({ text, analysis_type: analysis, language: "en" }),
      })),
    ),
  })),
  {
    name: "texts-long",
    description: "1 MB of English, 64 in parallel",
    prepare: floodOf(64, ({ key }) => [
      { path: analyzer, headers: json(key), body: JSON.stringify({ text: filled(sentence) }) },
    ]),
  },
  {
    name: "texts-short",
    description: "2,000 characters of English, which are analyzed on the event loop, 64 in parallel",
    prepare: floodOf(64, ({ key }) => [
      {
        path: analyzer,
        headers: json(key),
        body: JSON.stringify({ text: filled(sentence).slice(0, 2000), analysis_type: "all" }),
      },
      {
        path: analyzer,
        headers: json(key),
        body: JSON.stringify({ text: "あ".repeat(2000), analysis_type: "all" }),
      },
    ]),
  },
];
