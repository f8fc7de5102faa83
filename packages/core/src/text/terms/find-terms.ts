import { isUnspacedLetter } from "../patterns/characters.ts";
import { characterClass, classifyCodePoint } from "../segment/character-class.ts";
import { createSource } from "../source/source-text.ts";
import type { Span } from "../span.ts";
import { type FoldedText, foldText, plainSigns } from "./fold.ts";

/** The places of a term: as a whole word in any letter case, as a whole word as it is written, or anywhere. */
export type TermMatch = "word" | "exact" | "anywhere";

/** A word or a phrase to find. */
export interface Term<Type> {
  text: string;
  type: Type;
  match?: TermMatch | undefined;
}

/** A range of the text that the caller's lists find. */
export interface CallerFind<Type> extends Span {
  type: Type;
}

const root = 0;
const none = -1;

/**
 * An automaton of Aho and Corasick (1975) of reversed terms. It reads a text from its end, so that each state names the
 * terms that begin at the position. Its time does not depend on the number of terms.
 */
class TermAutomaton {
  /** The child of a node by `node * 0x10000 + unit`. */
  readonly #children = new Map<number, number>();
  readonly #parents = [none];
  readonly #units = [0];
  readonly #depths = [0];
  /** The node of the longest proper suffix. */
  readonly #suffixes = [none];
  /** The nearest node on the way of suffixes, the node included, that ends a term; the root if there is none. */
  readonly #ends = [root];
  /** The indices of the terms that end at a node. */
  readonly #terms = new Map<number, number[]>();

  constructor(terms: readonly { text: string; index: number }[]) {
    for (const { text, index } of terms) this.#insert(text, index);
    const nodes = this.#parents.map((_, node) => node).slice(1);
    for (const node of nodes.toSorted((a, b) => (this.#depths[a] ?? 0) - (this.#depths[b] ?? 0)))
      this.#link(node);
  }

  #insert(text: string, index: number): void {
    const { units, length } = foldText(text);
    let node = root;
    for (let position = length - 1; position >= 0; position--) {
      const unit = units[position] ?? 0;
      let child = this.#child(node, unit);
      if (child === undefined) {
        child = this.#parents.push(node) - 1;
        this.#units.push(unit);
        this.#depths.push((this.#depths[node] ?? 0) + 1);
        this.#children.set(node * 0x10000 + unit, child);
      }
      node = child;
    }
    this.#terms.set(node, [...(this.#terms.get(node) ?? []), index]);
  }

  #child(node: number, unit: number): number | undefined {
    return this.#children.get(node * 0x10000 + unit);
  }

  #link(node: number): void {
    const unit = this.#units[node] ?? 0;
    let suffix = this.#suffixes[this.#parents[node] ?? root] ?? none;
    while (suffix !== none && this.#child(suffix, unit) === undefined)
      suffix = this.#suffixes[suffix] ?? none;
    const target = suffix === none ? root : (this.#child(suffix, unit) ?? root);
    this.#suffixes[node] = target;
    this.#ends[node] = this.#terms.has(node) ? node : (this.#ends[target] ?? root);
  }

  /** Returns the node after a code unit. */
  next(node: number, unit: number): number {
    let from = node;
    let to = this.#child(from, unit);
    while (to === undefined && from !== root) {
      from = this.#suffixes[from] ?? root;
      to = this.#child(from, unit);
    }
    return to ?? root;
  }

  /**
   * Returns the first term that begins where the text is read to and that a test accepts, longest first; `undefined`
   * without one.
   */
  find(
    node: number,
    accepts: (term: number, length: number) => boolean,
  ): { term: number; length: number } | undefined {
    for (
      let end = this.#ends[node] ?? root;
      end !== root;
      end = this.#ends[this.#suffixes[end] ?? root] ?? root
    ) {
      const length = this.#depths[end] ?? 0;
      for (const term of this.#terms.get(end) ?? []) if (accepts(term, length)) return { term, length };
    }
    return undefined;
  }
}

const { letter, digit, joiner } = characterClass;

/** Returns whether a character continues a word. An underscore joins words to names of files, so it does not. */
function isWordPart(codePoint: number): boolean {
  const is = classifyCodePoint(codePoint);
  const isJoined = (is === letter && codePoint !== 0x5f) || is === digit || is === joiner;
  return isJoined && (codePoint > 0xffff || !isUnspacedLetter(String.fromCharCode(codePoint)));
}

/** Returns whether a word can begin or end at an index. Scripts without spaces have such a place at each letter. */
function isWordEdge(text: string, index: number): boolean {
  if (index === 0 || index === text.length) return true;
  const isPair = text.charCodeAt(index - 1) >= 0xdc00 && text.charCodeAt(index - 1) <= 0xdfff;
  const before = text.codePointAt(index - (isPair && index > 1 ? 2 : 1)) ?? 0;
  return !isWordPart(before) || !isWordPart(text.codePointAt(index) ?? 0);
}

/** The longest term that begins at each position of a folded text. */
interface LongestTerms {
  /** The position after the term, or 0. */
  ends: Uint32Array;
  indices: Uint16Array;
}

/** The rules for the places of terms. */
interface TermPlaces {
  /** Returns whether a term can begin at a position. */
  mayBegin: (start: number) => boolean;
  /** Returns whether a term can be at these positions. */
  accepts: (index: number, start: number, end: number) => boolean;
}

/** Reads a folded text from its end, and enters each term that begins at a position, if it is longer than the known. */
function readTerms(
  { units, length }: FoldedText,
  automaton: TermAutomaton,
  { ends, indices }: LongestTerms,
  { mayBegin, accepts }: TermPlaces,
): void {
  for (let start = length - 1, node = root; start >= 0; start--) {
    node = automaton.next(node, units[start] ?? 0);
    if (!mayBegin(start)) continue;
    const found = automaton.find(node, (index, size) => accepts(index, start, start + size));
    if (!found || start + found.length <= (ends[start] ?? 0)) continue;
    ends[start] = start + found.length;
    indices[start] = found.term;
  }
}

/** Creates the function that finds the terms in a text: from the left, the longest of those that begin together. */
export function termFinder<Type>(terms: readonly Term<Type>[]): (text: string) => CallerFind<Type>[] {
  if (terms.length === 0) return () => [];
  // As the analyses read a text: letters composed, invisible characters left out.
  const written = terms.map(({ text }) => createSource(text.trim()).text);
  const isAnywhere = (index: number) => terms[index]?.match === "anywhere";
  const automatonOf = (belongs: (index: number) => boolean) =>
    new TermAutomaton(written.flatMap((text, index) => (belongs(index) ? [{ text, index }] : [])));
  const anywhere = automatonOf(isAnywhere);
  const words = automatonOf((index) => !isAnywhere(index));
  const exact = written.map(plainSigns);
  return (text) => {
    const folded = foldText(text);
    const { starts, length } = folded;
    const longest = { ends: new Uint32Array(length), indices: new Uint16Array(length) };
    readTerms(folded, anywhere, longest, { mayBegin: () => true, accepts: () => true });
    // Most places are inside of a word, where no word begins however many terms there are.
    const edges = new Uint8Array(length + 1);
    for (let position = 0; position <= length; position++)
      edges[position] = isWordEdge(text, starts[position] ?? 0) ? 1 : 0;
    readTerms(folded, words, longest, {
      mayBegin: (start) => edges[start] === 1,
      accepts(index, start, end) {
        if (edges[end] === 0) return false;
        const isExact = terms[index]?.match === "exact";
        return !isExact || plainSigns(text.slice(starts[start], starts[end])) === exact[index];
      },
    });
    const finds: CallerFind<Type>[] = [];
    for (let position = 0; position < length;) {
      const end = longest.ends[position] ?? 0;
      const term = terms[longest.indices[position] ?? 0];
      if (end > 0 && term)
        finds.push({ type: term.type, start: starts[position] ?? 0, end: starts[end] ?? text.length });
      position = Math.max(position + 1, end);
    }
    return finds;
  };
}
