import { findNamesWith } from "../../src/text/mentions/names/find-names.ts";
import type { Tagger } from "../../src/text/mentions/names/tagger.ts";
import type { NameType } from "../../src/text/mentions/names/tags.ts";
import type { SyntaxModel } from "../../src/text/tagger/model.ts";
import { type NameLine, readText } from "./examples.ts";

const shortTypes: Readonly<Record<NameType, string>> = {
  person: "PER",
  organization: "ORG",
  location: "LOC",
  misc: "MISC",
};
const scored = ["PER", "ORG", "LOC"];

interface Count {
  gold: number;
  found: number;
  right: number;
}

const f1 = ({ gold, found, right }: Count) => ((2 * right) / (gold + found || 1)).toFixed(3);

/** Returns the F1 of a tagger on a set: over persons, organizations and places, and by type. */
export function scoreNames(
  lines: readonly NameLine[],
  language: string,
  syntax: SyntaxModel,
  tagger: Tagger,
): string {
  const counts = new Map(scored.map((type): [string, Count] => [type, { gold: 0, found: 0, right: 0 }]));
  const total: Count = { gold: 0, found: 0, right: 0 };
  const add = (type: string, member: keyof Count) => {
    const count = counts.get(type);
    if (!count) return;
    count[member] += 1;
    total[member] += 1;
  };
  for (const { text, entities } of lines) {
    const { tokens, sentences } = readText(text, language, syntax);
    for (const { type } of entities) add(type, "gold");
    for (const { start, end, type: name } of findNamesWith(tagger, tokens, sentences)) {
      const type = shortTypes[name];
      add(type, "found");
      if (entities.some((one) => one.start === start && one.end === end && one.type === type))
        add(type, "right");
    }
  }
  const byType = [...counts].map(([type, count]) => `${type} ${f1(count)}`).join(", ");
  const { gold, found, right } = total;
  return `F1 ${f1(total)} (precision ${(right / found).toFixed(3)}, recall ${(right / gold).toFixed(3)}; ${byType})`;
}
