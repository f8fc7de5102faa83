import { readFileSync } from "node:fs";

/** A marked range of a text, as `«type standard form|text»` marks it. */
export interface Mark {
  type: string;
  text: string;
  normalized: string | null;
  start: number;
  end: number;
}

/** Returns the sentence without its marks, and the marked ranges. */
function unmarked(sentence: string): { text: string; expected: Mark[] } {
  const expected: Mark[] = [];
  let text = "";
  for (const [index, section] of sentence.split(/[«»]/).entries()) {
    const bar = index % 2 === 1 ? section.indexOf("|") : -1;
    const content = section.slice(bar + 1);
    if (bar >= 0) {
      const [type = "", ...standard] = section.slice(0, bar).split(" ");
      const normalized = standard.length > 0 ? standard.join(" ") : null;
      expected.push({
        type,
        text: content,
        normalized,
        start: text.length,
        end: text.length + content.length,
      });
    }
    text += content;
  }
  return { text, expected };
}

/** Returns the marked sentences of a fixture with their topics and languages. */
export function markedSentences(name: string) {
  const file = readFileSync(new URL(`../../fixtures/text/${name}.jsonl`, import.meta.url), "utf8");
  // The lines are those of this repository.
  const rows = file
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { lang: string; topic: string; marked: string });
  return rows.map(({ marked, ...row }) => ({ ...row, ...unmarked(marked) }));
}
