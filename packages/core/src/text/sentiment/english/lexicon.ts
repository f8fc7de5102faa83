/** A node of the trie of phrases. `next` maps each possible next word to its node. */
export interface PhraseNode {
  next: Map<string, PhraseNode>;
  /** The grade of the phrase that ends here; `null` if none ends here. */
  grade: number | null;
}

/** Graded words and phrases. Grades range from −4 to 4. */
export interface Lexicon {
  /** Returns the grade of a word in lower case, or undefined if it has none. */
  findGrade: (form: string) => number | undefined;
  phrases: PhraseNode;
}

/** A wildcard that matches any single word of a phrase. */
const anyWord = "*";
const wordBreak = "_";

function addPhrase(root: PhraseNode, words: readonly string[], grade: number): void {
  let node = root;
  for (const word of words) {
    let next = node.next.get(word);
    if (!next) {
      next = { next: new Map(), grade: null };
      node.next.set(word, next);
    }
    node = next;
  }
  node.grade = grade;
}

/**
 * Creates a lexicon from entries and their grades in tenths.
 *
 * @param entries Words, and phrases with underscores between their words.
 */
export function createLexicon(entries: readonly string[], tenths: Int8Array): Lexicon {
  const grades = new Map<string, number>();
  const phrases: PhraseNode = { next: new Map(), grade: null };
  for (const [index, entry] of entries.entries()) {
    const grade = (tenths[index] ?? 0) / 10;
    // An emoticon such as "^_^" contains an underscore of its own.
    if (/\w_|_\w/.test(entry)) addPhrase(phrases, entry.split(wordBreak), grade);
    else grades.set(entry, grade);
  }
  return { findGrade: (form) => grades.get(form), phrases };
}

/** The end of a phrase (exclusive) and its grade. */
interface FoundPhrase {
  end: number;
  grade: number;
}

/** Returns the longest phrase that begins at a word, or `null` if none begins there. */
export function matchPhrase(
  node: PhraseNode,
  formAt: (index: number) => string | undefined,
  index: number,
): FoundPhrase | null {
  const form = formAt(index);
  if (form === undefined) return null;
  return matchAfter(node.next.get(form), formAt, index) ?? matchAfter(node.next.get(anyWord), formAt, index);
}

/**
 * Returns the longest phrase that passes through the node with the word at the index. Returns `null` if there is none.
 */
function matchAfter(
  node: PhraseNode | undefined,
  formAt: (index: number) => string | undefined,
  index: number,
): FoundPhrase | null {
  if (!node) return null;
  const longer = node.next.size > 0 ? matchPhrase(node, formAt, index + 1) : null;
  if (longer) return longer;
  return node.grade === null ? null : { end: index + 1, grade: node.grade };
}
