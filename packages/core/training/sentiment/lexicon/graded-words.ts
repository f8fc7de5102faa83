/** Words or phrases that share a grade; see `expandWords` for their form. */
export interface GradedWords {
  /** From −4 to 4, as people rate the words without context. */
  grade: number;
  words: string;
}

const vowels = "aeiou";

/** Returns the forms of a verb: "enjoy+" is enjoy, enjoys, enjoyed and enjoying. */
function inflectVerb(verb: string): string[] {
  const stem = verb.slice(0, -1);
  if (verb.endsWith("e")) return [verb, `${verb}s`, `${verb}d`, `${stem}ing`];
  const consonantBeforeY = verb.endsWith("y") && !vowels.includes(verb.at(-2) ?? "");
  if (consonantBeforeY) return [verb, `${stem}ies`, `${stem}ied`, `${verb}ing`];
  const third = /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [verb, third, `${verb}ed`, `${verb}ing`];
}

/** Returns an adjective and its adverb: "easy~" is easy and easily. */
function formAdverb(adjective: string): string[] {
  if (adjective.endsWith("y")) return [adjective, `${adjective.slice(0, -1)}ily`];
  if (adjective.endsWith("le")) return [adjective, `${adjective.slice(0, -1)}y`];
  if (adjective.endsWith("ic")) return [adjective, `${adjective}ally`];
  return [adjective, `${adjective}ly`];
}

/** Returns a noun and its plural: "gem*" is gem and gems. */
function formPlural(noun: string): string[] {
  if (/[^aeiou]y$/.test(noun)) return [noun, `${noun.slice(0, -1)}ies`];
  return [noun, /(?:s|sh|ch|x|z)$/.test(noun) ? `${noun}es` : `${noun}s`];
}

const inflections: Readonly<Record<string, (word: string) => string[]>> = {
  "+": inflectVerb,
  "~": formAdverb,
  "*": formPlural,
};

/** Returns the words of a list separated by white space. A mark at the end of a word adds its other forms. */
export function expandWords(words: string): string[] {
  return words
    .trim()
    .split(/\s+/)
    .flatMap((word) => inflections[word.at(-1) ?? ""]?.(word.slice(0, -1)) ?? [word]);
}
