import { isSpacedAlphanumeric } from "../../patterns/characters.ts";

/** A word at a place of a text, with its meaning. */
export interface FoundWord<T> {
  start: number;
  end: number;
  is: T;
}

/**
 * Words with their meanings. The cost of a look-up grows with the words that share their first or last letter, not with
 * the text.
 */
export class WordTable<T> {
  readonly #byFirst = new Map<string, [word: string, is: T][]>();
  readonly #byLast = new Map<string, [word: string, is: T][]>();
  readonly #endings: ReadonlySet<string>;

  /**
   * @param entries Words in any letter case. The first meaning of a word counts.
   * @param endings Letters that can follow a word: the endings of its cases.
   */
  constructor(entries: Iterable<readonly [word: string, is: T]>, endings: ReadonlySet<string> = new Set()) {
    this.#endings = endings;
    const known = new Map<string, T>();
    for (const [word, is] of entries) {
      const lower = word.toLowerCase();
      if (lower !== "" && !known.has(lower)) known.set(lower, is);
    }
    for (const entry of Array.from(known).toSorted(([a], [b]) => b.length - a.length)) {
      const [word] = entry;
      for (const [index, letter] of [
        [this.#byFirst, word.charAt(0)],
        [this.#byLast, word.charAt(word.length - 1)],
      ] as const)
        index.set(letter, [...(index.get(letter) ?? []), entry]);
    }
  }

  /** Returns the longest word that begins at the index, or `null`. */
  at(text: string, index: number): FoundWord<T> | null {
    for (const [word, is] of this.#byFirst.get(text.charAt(index).toLowerCase()) ?? []) {
      const end = index + word.length;
      if (text.slice(index, end).toLowerCase() !== word) continue;
      const stop = isBoundary(text, end) ? end : this.#endingAt(text, end);
      if (stop !== null) return { start: index, end: stop, is };
    }
    return null;
  }

  /** Returns the longest word that ends at the index, or `null`. */
  before(text: string, index: number): FoundWord<T> | null {
    for (const [word, is] of this.#byLast.get(text.charAt(index - 1).toLowerCase()) ?? []) {
      const start = index - word.length;
      if (start >= 0 && text.slice(start, index).toLowerCase() === word && isBoundary(text, start))
        return { start, end: index, is };
    }
    return null;
  }

  #endingAt(text: string, from: number): number | null {
    let end = from;
    while (end - from < maxEnding && isSpacedAlphanumeric(text.charAt(end))) end++;
    return this.#endings.has(text.slice(from, end).toLowerCase()) ? end : null;
  }
}

const maxEnding = 5;

/** Returns whether no word continues across the index. */
export function isBoundary(text: string, index: number): boolean {
  return !(isSpacedAlphanumeric(text.charAt(index - 1)) && isSpacedAlphanumeric(text.charAt(index)));
}
