import {
  appliesTo,
  applyScript,
  formatScript,
  lemmaKeys,
  type LemmaScript,
} from "../../src/text/tagger/lemmas.ts";
import type { Sentence } from "./treebank.ts";

/** A lemma of a word with a tag, and how much it counts. */
export interface LemmaEntry {
  word: string;
  tag: number;
  lemma: string;
  weight: number;
}

/** The longest beginning that a script drops, such as the "ge" of German participles. */
const maxDrop = 4;
/** The cost of dropping a unit at the beginning, relative to one at the end. */
const dropCost = 1.5;
/** A rule for a suffix must correct at least this much weight. A whole word is worth a rule by itself. */
const minGain = { suffix: 1.5, word: 0.5 };

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Returns the script with the fewest changed units that turns a word into its lemma. */
function findScript(word: string, lemma: string): LemmaScript {
  const keepsCase = lemma !== lemma.toLowerCase() && lemma[0] === word[0];
  const base = keepsCase ? word : word.toLowerCase();
  let best: { cost: number; script: LemmaScript } | null = null;
  for (let drop = 0; drop <= Math.min(maxDrop, base.length - 1); drop++)
    for (const prefix of drop === 0 ? [""] : ["", lemma.slice(0, 1)]) {
      if (!lemma.startsWith(prefix)) continue;
      const rest = lemma.slice(prefix.length);
      const shared = commonPrefix(base.slice(drop), rest);
      if (drop > 0 && shared < 3) continue;
      const strip = base.length - drop - shared;
      const suffix = rest.slice(shared);
      const cost = dropCost * (drop + prefix.length) + strip + suffix.length;
      if (!best || cost < best.cost) best = { cost, script: { drop, prefix, strip, suffix, keepsCase } };
    }
  return best?.script ?? { drop: 0, prefix: "", strip: base.length, suffix: lemma, keepsCase };
}

const wholeLevel = 8;

/** Returns how specific a key is. A key has the same level for every word, which has one key of a level at most. */
function levelOf(key: string): number {
  if (key.includes("^")) return wholeLevel;
  if (key.includes("*")) return 4;
  const size = key.length - 1;
  return size > 3 ? size + 1 : size;
}

function readEntries(sentences: readonly Sentence[], toLower: boolean): LemmaEntry[] {
  const counts = new Map<string, { word: string; tag: number; lemma: string; count: number }>();
  for (const { words, gold, lemmas } of sentences)
    for (const [at, word] of words.entries()) {
      const lemma = lemmas[at];
      const tag = gold[at] ?? 0;
      if (lemma === null || lemma === undefined || /[\t\n|]/.test(lemma + word)) continue;
      const wanted = toLower ? lemma.toLowerCase() : lemma;
      const key = [word, tag, wanted].join("\t");
      const entry = counts.get(key) ?? { word, tag, lemma: wanted, count: 0 };
      entry.count += 1;
      counts.set(key, entry);
    }
  return [...counts.values()].map(({ count, ...entry }) => ({
    ...entry,
    weight: Math.min(4, Math.sqrt(count)),
  }));
}

/** Returns the value with the highest total weight, and that weight. */
function heaviest(weights: ReadonlyMap<string, number>): [value: string, weight: number] {
  let best: [string, number] = ["", -1];
  for (const entry of weights) if (entry[1] > best[1]) best = entry;
  return best;
}

/**
 * Learns the rules of lemmas: from the most general keys to the most specific ones, a rule for each key whose words
 * mostly need another script than the rules before it say. `silver` has further words. Returns them as `createLemmatizer` reads them.
 */
export function trainLemmas(
  sentences: readonly Sentence[],
  toLower: boolean,
  silver: readonly LemmaEntry[],
): string {
  const items = [...readEntries(sentences, toLower), ...silver].map((entry) => ({
    ...entry,
    keys: lemmaKeys(entry.word.toLowerCase(), entry.tag),
    script: findScript(entry.word, entry.lemma),
    found: "",
  }));
  const scripts = new Map<string, LemmaScript>();
  for (const { script } of items) scripts.set(formatScript(script), script);
  const isRight = (word: string, lemma: string, name: string) => {
    const script = scripts.get(name);
    return script !== undefined && applyScript(word, script) === lemma;
  };
  const rules = new Map<string, string[]>();
  for (let level = 0; level <= wholeLevel; level++) {
    const groups = new Map<string, typeof items>();
    for (const item of items) {
      const key = item.keys.find((one) => levelOf(one) === level);
      if (key === undefined) continue;
      const group = groups.get(key) ?? [];
      group.push(item);
      groups.set(key, group);
    }
    for (const [key, group] of groups) {
      const weights = new Map<string, number>();
      let right = 0;
      for (const { word, lemma, script, found, weight } of group) {
        const name = formatScript(script);
        weights.set(name, (weights.get(name) ?? 0) + weight);
        if (isRight(word, lemma, found)) right += weight;
      }
      const [name] = heaviest(weights);
      const script = scripts.get(name);
      if (!script) continue;
      const ruled = new Set(group.filter(({ word }) => appliesTo(word.toLowerCase(), key, script)));
      const after = group.reduce(
        (sum, item) =>
          sum + (isRight(item.word, item.lemma, ruled.has(item) ? name : item.found) ? item.weight : 0),
        0,
      );
      const needed = key.length === 1 ? 0 : key.includes("^") ? minGain.word : minGain.suffix;
      if (after - right <= needed) continue;
      rules.set(name, [...(rules.get(name) ?? []), key]);
      for (const item of ruled) item.found = name;
    }
  }
  return [...rules]
    .map(([name, keys]) => [name, ...keys.toSorted()].join("\t"))
    .toSorted()
    .join("\n");
}
