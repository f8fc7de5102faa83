import { chainGradient } from "../entities/chain-gradient.ts";
import type { LabelledSentence } from "../entities/sentences.ts";
import { positions } from "../../src/text/segment/word-positions.ts";
import {
  contextRowCount,
  type NameForm,
  readNameForm,
  weightRows,
  wordRows,
  writeContextRows,
} from "../../src/text/mentions/names/multilingual/features.ts";
import type { NameLists } from "../../src/text/mentions/names/multilingual/name-lists.ts";
import { capitalShare, markOpen, mayBeginName } from "../../src/text/mentions/names/multilingual/tagger.ts";
import { outside, tagCount } from "../../src/text/mentions/names/tags.ts";
import { hashRange } from "../../src/text/segment/hash.ts";
import { wordType } from "../../src/text/segment/word-types.ts";
import type { Tagger } from "../../src/text/tagger/tagger.ts";
import { seededRandom } from "../random.ts";

const rate = 0.1;
const transitionRate = 0.02;
/** The first sum of squares, which bounds the first steps. */
const firstSquare = 0.1;
/** Errors below this are ignored. */
const minError = 0.01;

/** The weights of a model. `allowed` marks the cells that may be other than zero, if only some may. */
export interface ChainWeights {
  values: Float32Array;
  squares: Float32Array;
  transitions: Float32Array;
  allowed: Uint8Array | null;
}

interface Word {
  form: NameForm;
  rows: readonly Int32Array[];
}

/** A sentence as the training reads it. */
export interface Example {
  labels: LabelledSentence;
  /** The rows of each word that can be in a name, in groups; `null` for the others. */
  rows: readonly (readonly Int32Array[] | null)[];
}

/** Creates weights of zero. */
export function createChainWeights(): ChainWeights {
  const size = weightRows * tagCount;
  return {
    values: new Float32Array(size),
    squares: new Float32Array(size).fill(firstSquare),
    transitions: new Float32Array(tagCount * tagCount),
    allowed: null,
  };
}

const contextRows = new Int32Array(contextRowCount);

/** Returns a function that prepares the sentences of a language. */
export function exampleReader(
  lists: NameLists,
  language: string,
  tagWords: Tagger,
): (labels: LabelledSentence) => Example {
  const known = new Map<string, Word>();
  const languageHash = hashRange(language);
  const read = (text: string): Word => {
    const form = readNameForm(text, lists);
    const word = known.get(text) ?? {
      form,
      rows: Object.values(positions).map((position) =>
        Int32Array.from(wordRows(form, languageHash, position)),
      ),
    };
    known.set(text, word);
    return word;
  };
  const empty = read("");
  return (labels) => {
    const open = markOpen(labels.map(({ text }) => mayBeginName(text)));
    const words = labels.map(({ text }) => read(text));
    const capitals = capitalShare(labels);
    const tags = tagWords(
      labels.map(({ text, kind }) => ({ type: wordType(text, kind) })),
      [],
    );
    const rowsAt = (word: Word, at: number): Int32Array[] => {
      const place = (offset: number) => words[at + offset] ?? empty;
      const [secondBefore, before, after] = [place(-2), place(-1), place(1)];
      const secondAfter = place(2);
      writeContextRows(
        {
          secondBefore: secondBefore.form,
          before: before.form,
          word: word.form,
          after: after.form,
          secondAfterShape: secondAfter.form.shape,
          capitals,
          tags,
          at,
        },
        contextRows,
      );
      return [
        word.rows[at === 0 ? positions.initial : positions.own],
        before.rows[positions.before],
        after.rows[positions.after],
        secondBefore.rows[positions.secondBefore],
        secondAfter.rows[positions.secondAfter],
        contextRows.slice(),
      ].filter((rows) => rows !== undefined);
    };
    return { labels, rows: words.map((word, at) => (open[at] === 1 ? rowsAt(word, at) : null)) };
  };
}

function scoreWords(rows: Example["rows"], values: Float32Array): Float32Array {
  const scores = new Float32Array(rows.length * tagCount);
  rows.forEach((groups, at) => {
    const to = at * tagCount;
    if (!groups) {
      scores.fill(-Infinity, to, to + tagCount);
      scores[to + outside] = 0;
      return;
    }
    for (const group of groups)
      for (const row of group) {
        const from = row * tagCount;
        for (let tag = 0; tag < tagCount; tag++)
          scores[to + tag] = (scores[to + tag] ?? 0) + (values[from + tag] ?? 0);
      }
  });
  return scores;
}

/** Learns from a sentence by a step of the loss of the chain with AdaGrad (Duchi, Hazan, Singer 2011). */
function learn({ labels, rows }: Example, weights: ChainWeights): number {
  const { values, squares, transitions, allowed } = weights;
  const change = new Float32Array(transitions.length);
  const { loss, gradient } = chainGradient(labels, scoreWords(rows, values), transitions, change, 1);
  for (const [pair, error] of change.entries())
    transitions[pair] = (transitions[pair] ?? 0) - transitionRate * error;
  rows.forEach((groups, at) => {
    if (!groups) return;
    for (let tag = 0; tag < tagCount; tag++) {
      const error = gradient[at * tagCount + tag] ?? 0;
      if (Math.abs(error) < minError) continue;
      for (const group of groups)
        for (const row of group) {
          const cell = row * tagCount + tag;
          if (allowed?.[cell] === 0) continue;
          const square = (squares[cell] ?? 0) + error * error;
          squares[cell] = square;
          values[cell] = (values[cell] ?? 0) - (rate * error) / Math.sqrt(square);
        }
    }
  });
  return loss;
}

/** Trains weights for some epochs, in an order that only `seed` decides. Returns the mean loss of the last epoch. */
export function train(
  examples: readonly Example[],
  weights: ChainWeights,
  epochs: number,
  seed: number,
): number {
  const random = seededRandom(seed);
  const order = [...examples];
  let loss = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    loss = 0;
    for (const example of random.shuffle(order)) loss += learn(example, weights);
  }
  return loss / order.length;
}
