/** The change from a word to its lemma. */
export interface LemmaScript {
  /** Units removed from the beginning, and the text before the rest. */
  drop: number;
  prefix: string;
  /** Units removed from the end, and the text after the rest. */
  strip: number;
  suffix: string;
  /** Whether the lemma has the letter case of the word, as names do. Otherwise it is in lower case. */
  keepsCase: boolean;
}

/** Returns the lemma of a word with a tag, an index of `posTags`. */
export type Lemmatizer = (word: string, tag: number) => string;

/** The longest suffix that a rule names. */
const maxSuffixLength = 6;
/** The longest word that a rule names as a whole. */
const maxWordLength = 32;

/**
 * Returns the keys of the rules that may apply to a word, the most general first: its tag, its suffixes, its beginning
 * with its suffix, and the whole word.
 */
export function lemmaKeys(lower: string, tag: number): string[] {
  const letter = String.fromCharCode(97 + tag);
  const { length } = lower;
  const keys = [letter];
  for (let size = 1; size <= Math.min(maxSuffixLength, length); size++) {
    keys.push(letter + lower.slice(length - size));
    if (size === 3 && length > 4) keys.push(`${letter}${lower.slice(0, 2)}*${lower.slice(length - size)}`);
  }
  if (length <= maxWordLength) keys.push(`${letter}^${lower}`);
  return keys;
}

/** Returns whether a rule applies to a word. One that leaves nothing of a word is for the words that it names whole. */
export function appliesTo(word: string, key: string, { drop, strip }: LemmaScript): boolean {
  return drop + strip < word.length || key.slice(1) === word || key.endsWith(`^${word}`);
}

/** Applies a script to a word. Returns the word in lower case if it is too short. */
export function applyScript(word: string, script: LemmaScript): string {
  const { drop, prefix, strip, suffix, keepsCase } = script;
  const base = keepsCase ? word : word.toLowerCase();
  if (drop + strip > base.length) return word.toLowerCase();
  return prefix + base.slice(drop, base.length - strip) + suffix;
}

/** Writes a script as a line of a model. */
export function formatScript({ drop, prefix, strip, suffix, keepsCase }: LemmaScript): string {
  return [drop, prefix, strip, suffix, keepsCase ? 1 : 0].join("|");
}

function parseScript(line: string): LemmaScript {
  const [drop, prefix = "", strip, suffix = "", keepsCase] = line.split("|");
  return { drop: Number(drop), prefix, strip: Number(strip), suffix, keepsCase: keepsCase === "1" };
}

/**
 * Creates a lemmatizer from the rules of a model: a line per script, with the keys of its rules after it, separated by
 * tabs. The most specific rule decides.
 */
export function createLemmatizer(rules: string): Lemmatizer {
  const scripts: LemmaScript[] = [];
  const byKey = new Map<string, number>();
  for (const line of rules.split("\n")) {
    const [script = "", ...keys] = line.split("\t");
    for (const key of keys) byKey.set(key, scripts.length);
    scripts.push(parseScript(script));
  }
  return (written, tag) => {
    const word = written.replaceAll("’", "'");
    const lower = word.toLowerCase();
    const keys = lemmaKeys(lower, tag);
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] ?? "";
      const script = scripts[byKey.get(key) ?? -1];
      if (script && appliesTo(lower, key, script)) return applyScript(word, script);
    }
    return lower;
  };
}
