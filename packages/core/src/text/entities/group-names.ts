import type { Mention } from "./mention.ts";

/** What a person is called by before the name: it tells nobody apart. */
const titles = new Set(
  "mr mrs ms miss dr prof professor sir lady lord dame rev president senator judge captain king queen prince princess pope".split(
    " ",
  ),
);

/** What a company's full name ends with, and its usual name does not. */
const companyForms = new Set(
  "inc incorporated corp corporation co company ltd limited plc llc llp lp ag gmbh se sa nv bv spa group holding holdings".split(
    " ",
  ),
);

const smallWords = new Set("of the and for in on de du la".split(" "));

const blank = /\s/;

/** A name as the text has it, in words that can be compared. */
interface ComparedName {
  /** In lower case, without periods and without what does not tell names apart. */
  words: string[];
  /** In capitals: EU for European Union; empty for a single word. */
  acronym: string;
  mention: Mention;
}

/** Mentions of one person, organization, place or thing. */
interface Group {
  name: ComparedName;
  mentions: Mention[];
}

function compare(text: string, mention: Mention): ComparedName {
  const name = text.slice(mention.start, mention.end).toLowerCase();
  const written = blank.test(name) ? name.split(/\s+/) : [name];
  const plain = written.map((word) => word.replaceAll(".", "").replace(/,$/, ""));
  const words = plain.filter((word) => word !== "" && word !== "&");
  if (mention.type === "person") while (words.length > 1 && titles.has(words[0] ?? "")) words.shift();
  if (mention.type === "organization")
    while (words.length > 1 && companyForms.has(words.at(-1) ?? "")) words.pop();
  if (words.length > 1 && words[0] === "the") words.shift();
  return { words, acronym: words.length > 1 ? acronymOf(words) : "", mention };
}

function acronymOf(words: readonly string[]): string {
  const initials = words.filter((word) => !smallWords.has(word)).map((word) => word.charAt(0).toUpperCase());
  return initials.length > 1 ? initials.join("") : "";
}

const noForms: ReadonlySet<string> = new Set();

/** The shorter forms under which a longer name may come again. */
function shortForms({ words, acronym, mention: { type } }: ComparedName): ReadonlySet<string> {
  if (words.length <= 1) return noForms;
  const forms = new Set<string>();
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (type === "person") {
    for (const form of [first, last, `${first} ${last}`]) forms.add(form);
  } else if (type === "organization") {
    if (!smallWords.has(words[1] ?? "")) forms.add(first);
    if (acronym !== "") forms.add(acronym.toLowerCase());
  }
  return forms;
}

/** Whose short form it is: the only name of the text that has it, or the only one before the mention. */
function referent(candidates: readonly Group[], mention: Mention): Group | undefined {
  if (candidates.length <= 1) return candidates[0];
  let found: Group | undefined;
  for (const group of candidates) {
    if ((group.mentions[0]?.start ?? Infinity) > mention.start) break;
    if (found) return undefined;
    found = group;
  }
  return found;
}

/** More candidates than this make no short form clear. */
const mostCandidates = 8;

/**
 * The mentions of each person, organization, place or thing. A name in other letters, with or without a title or the form
 * of a company, is the same; a first or last name alone, an acronym or the first word of an organization's name means the
 * one longer name of its type that has it, and stays by itself where two could be meant.
 *
 * @param mentions Names in the order of the text.
 * @returns Groups in the order of their first mention; each begins with that.
 */
export function groupNames(text: string, mentions: readonly Mention[]): Mention[][] {
  const groups = new Map<string, Group>();
  for (const mention of mentions) {
    const name = compare(text, mention);
    const key = `${mention.type}:${name.words.join(" ")}`;
    const group = groups.get(key);
    if (group) group.mentions.push(mention);
    else groups.set(key, { name, mentions: [mention] });
  }

  const byShortForm = new Map<string, Group[]>();
  for (const group of groups.values())
    for (const form of shortForms(group.name)) {
      const key = `${group.name.mention.type}:${form}`;
      const candidates = byShortForm.get(key);
      if (!candidates) byShortForm.set(key, [group]);
      else if (candidates.length < mostCandidates) candidates.push(group);
    }

  const referents = new Map<Group, Group>();
  for (const [key, group] of groups) {
    const candidates = (byShortForm.get(key) ?? []).filter((other) => other !== group);
    const whole = referent(candidates, group.name.mention);
    if (whole) referents.set(group, whole);
  }
  const merged = new Map<Group, Mention[]>();
  for (const group of groups.values()) {
    // A chain of two: "Ada", "Ada Lovelace", "Ada King Lovelace".
    const middle = referents.get(group) ?? group;
    const whole = referents.get(middle) ?? middle;
    const list = merged.get(whole);
    // One by one: a megabyte names somebody more often than a call has room for arguments.
    if (list) for (const mention of group.mentions) list.push(mention);
    else merged.set(whole, [...group.mentions]);
  }
  return [...merged.values()].map((list) => list.toSorted((a, b) => a.start - b.start));
}
