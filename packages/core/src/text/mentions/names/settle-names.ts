import type { Token } from "../../segment/tokenize.ts";
import { mergeSpans } from "../../patterns/match.ts";
import type { NameMention, NameType } from "./tags.ts";

/** Words of direction in front of a place. With a capital they are a part of its name: "North Dakota". */
const directions = new Set(
  (
    "north south east west northern southern eastern western northeast northwest southeast southwest northeastern " +
    "northwestern southeastern southwestern central upper lower inner outer mid downtown nearby near outside"
  ).split(" "),
);
/** Returns the index of the first token of a name: a direction in lower case before a place is no part of it. */
export function firstOfName(tokens: readonly Token[], first: number, last: number, type: NameType): number {
  const isDirection = (index: number) => directions.has(tokens[index]?.text ?? "");
  if (type !== "location" || !isDirection(first)) return first;
  let from = first;
  while (from < last && (isDirection(from) || tokens[from]?.text === "of")) from += 1;
  const { text = "" } = tokens[from] ?? {};
  return text === text.toLowerCase() ? first : from;
}

/**
 * Gives all mentions of one name the same type: the one with the highest sum of confidences. Names in different letter
 * case are different: "US" is no "us".
 */
export function settleTypes(text: string, names: readonly NameMention[]): NameMention[] {
  const votes = new Map<string, Map<NameType, number>>();
  for (const { start, end, type, confidence } of names) {
    const name = text.slice(start, end);
    const sums = votes.get(name) ?? new Map<NameType, number>();
    votes.set(name, sums.set(type, (sums.get(type) ?? 0) + confidence));
  }
  const winners = new Map<string, NameType>();
  for (const [name, sums] of votes) {
    if (sums.size === 1) continue;
    const [[type] = ["misc" as const]] = [...sums].toSorted((a, b) => b[1] - a[1]);
    winners.set(name, type);
  }
  if (winners.size === 0) return [...names];
  return names.map((name) => {
    const type = winners.get(text.slice(name.start, name.end));
    return type === undefined || type === name.type ? name : { ...name, type };
  });
}

/** Returns the names with the certain persons in place of what they overlap. The same names elsewhere are persons too. */
export function withPersons(
  text: string,
  names: readonly NameMention[],
  persons: readonly NameMention[],
): NameMention[] {
  if (persons.length === 0) return [...names];
  const known = new Set(persons.map(({ start, end }) => text.slice(start, end)));
  const others = names.map((name): NameMention =>
    name.type !== "person" && known.has(text.slice(name.start, name.end))
      ? { ...name, type: "person" }
      : name,
  );
  return mergeSpans(persons, others);
}
