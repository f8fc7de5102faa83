import type { Token } from "../../segment/tokenize.ts";
import { mergeSpans, type PatternMatch } from "../../patterns/match.ts";
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

/** Returns the first words of the organizations that have several words: the "Siemens" of "Siemens Energy". */
function companyWords(text: string, names: readonly NameMention[]): Set<string> {
  const words = names.flatMap(({ type, start, end }) => {
    const [first = "", second] = type === "organization" ? text.slice(start, end).split(/\s+/u, 2) : [];
    return second === undefined ? [] : [first];
  });
  return new Set(words);
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
  for (const name of companyWords(text, names)) {
    const sums = votes.get(name);
    if (sums && !winners.has(name) && !sums.has("location") && !sums.has("person"))
      winners.set(name, "organization");
  }
  if (winners.size === 0) return [...names];
  return names.map((name) => {
    const type = winners.get(text.slice(name.start, name.end));
    return type === undefined || type === name.type ? name : { ...name, type };
  });
}

/** The end of a street in a postal address: a comma after its name, the end of its line, or a space before a post code. */
const streetEnd = /(?<=\p{L}.*),(?!\s?\d{1,4}(?!\d))|\n|(?<=\p{L}.*\d.*)\s(?=[A-Z-]{0,3}\d{4,5}(?!\d))/u;

/** Returns the names, with each that is in the street of a postal address as the whole street: "Hauptstraße 12a". */
export function withStreets(
  text: string,
  names: readonly NameMention[],
  patterns: readonly PatternMatch[],
): NameMention[] {
  const addresses = patterns.filter(({ type }) => type === "address");
  let next = 0;
  let covered = 0;
  return names.flatMap((name): NameMention[] => {
    if (name.start < covered) return [];
    while ((addresses[next]?.end ?? Infinity) <= name.start) next += 1;
    const address = addresses[next];
    if (!address || address.start > name.start) return [name];
    const cut = text.slice(address.start, address.end).search(streetEnd);
    const end = cut < 0 ? address.end : address.start + cut;
    if (name.end > end) return [name];
    covered = end;
    return [{ ...name, type: "location", start: address.start, end }];
  });
}

/** The words "by order" and "by proxy" before the name of a sender: "i. A. Ulrike Kötter". */
const proxyEnd = /(?<![\p{L}.])i\. ?$/u;
const proxyInitial = /^[AV]\. /;

/** Returns a person without the initial that ends "i. A." or "i. V.". */
function withoutProxy(text: string, name: NameMention): NameMention {
  const { type, start, end } = name;
  if (type !== "person" || !proxyInitial.test(text.slice(start, end))) return name;
  return proxyEnd.test(text.slice(Math.max(0, start - 4), start)) ? { ...name, start: start + 3 } : name;
}

/** Returns the names with the certain persons in place of what they overlap. The same names elsewhere are persons too. */
export function withPersons(
  text: string,
  names: readonly NameMention[],
  persons: readonly NameMention[],
): NameMention[] {
  if (persons.length === 0) return names.map((name) => withoutProxy(text, name));
  const known = new Set(persons.map(({ start, end }) => text.slice(start, end)));
  const others = names.map((name): NameMention =>
    name.type !== "person" && known.has(text.slice(name.start, name.end))
      ? { ...name, type: "person" }
      : name,
  );
  return mergeSpans(persons, others).map((name) => withoutProxy(text, name));
}
