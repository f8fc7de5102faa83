import type { Mention } from "./mention.ts";

/** Titles before the name of a person. Mentions with and without a title can name the same person. */
const titles = new Set(
  "mr mrs ms miss dr prof professor sir lady lord dame rev president senator judge captain king queen prince princess pope".split(
    " ",
  ),
);

/** Words at the end of a company's full name that are missing from its usual name. */
const companyForms = new Set(
  "inc incorporated corp corporation co company ltd limited plc llc llp lp ag gmbh se sa nv bv spa group holding holdings".split(
    " ",
  ),
);

const smallWords = new Set("of the and for in on de du la".split(" "));

const blank = /\s/;

/** A name of the text in a comparable form. */
interface ComparedName {
  /** Words in lower case, without periods, titles and company forms. */
  words: string[];
  /** The acronym in capitals, such as EU for European Union. Empty for a single word. */
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
  return { words, acronym: words.length > 1 ? toAcronym(words) : "", mention };
}

function toAcronym(words: readonly string[]): string {
  const initials = words.filter((word) => !smallWords.has(word)).map((word) => word.charAt(0).toUpperCase());
  return initials.length > 1 ? initials.join("") : "";
}

const noForms: ReadonlySet<string> = new Set();

/** Returns the shorter forms that can refer to a longer name. */
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

/**
 * Returns the name that a short form refers to: the only candidate of the text, or the only one before the mention.
 * Returns `undefined` if there is no such name.
 */
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

/** Maximum candidates to keep per short form. With more, the short form is ambiguous. */
const maxCandidates = 8;

/**
 * Groups the mentions of each person, organization, place or thing. Names that differ only in letter case, a title or a
 * company form are the same. A short form joins the one longer name of its type that has it. Short forms are a first or
 * last name, an acronym, and the first word of an organization. A short form of two names remains separate.
 *
 * @param mentions Names in the order of the text.
 * @returns Groups in the order of their first mention. Each group begins with that mention.
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
      else if (candidates.length < maxCandidates) candidates.push(group);
    }

  const referents = new Map<Group, Group>();
  for (const [key, group] of groups) {
    const candidates = (byShortForm.get(key) ?? []).filter((other) => other !== group);
    const whole = referent(candidates, group.name.mention);
    if (whole) referents.set(group, whole);
  }
  const merged = new Map<Group, Mention[]>();
  for (const group of groups.values()) {
    // A chain of two references: "Ada", "Ada Lovelace", "Ada King Lovelace".
    const middle = referents.get(group) ?? group;
    const whole = referents.get(middle) ?? middle;
    const list = merged.get(whole);
    // A push per mention: a megabyte can contain one name more often than a call can have arguments.
    if (list) for (const mention of group.mentions) list.push(mention);
    else merged.set(whole, [...group.mentions]);
  }
  return [...merged.values()].map((list) => list.toSorted((a, b) => a.start - b.start));
}
