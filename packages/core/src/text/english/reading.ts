import { boundedPieces, isSpace } from "../pieces.ts";
import type { Span } from "../span.ts";
import { type EnglishModel, loadEnglishModel, type ModelDocument, type ModelToken } from "./model.ts";

/** A word or sign, placed in the text. */
export interface EnglishToken extends Span, Omit<ModelToken, "blanks"> {}

/** A sentence, its tokens, and what was found among them. */
export interface EnglishSentence extends Span, Omit<ModelDocument, "tokens"> {
  tokens: EnglishToken[];
}

/** wink's word patterns backtrack: 100 kB of `a-a-a-…` take 40 s. Runs of this length take no longer than prose. */
const longestRun = 64;

/** Beyond this the words that wink cannot let go of (some 100 bytes each) cost more than a new model (0.1 s). */
const wordsBeforeRenewal = 100_000;

let loading: Promise<() => EnglishModel> | undefined;
let model: EnglishModel | undefined;

/** The sentence in stretches without a run of more than {@link longestRun} code units between two blanks. */
function* boundedRuns(text: string, { start, end }: Span): Generator<Span> {
  let from = start;
  for (let runStart = start; runStart < end;) {
    let runEnd = runStart;
    while (runEnd < end && !isSpace(text, runEnd)) runEnd++;
    if (runEnd - runStart > longestRun) {
      if (runStart > from) yield { start: from, end: runStart };
      yield* boundedPieces(text, longestRun, { start: runStart, end: runEnd });
      from = runEnd;
    }
    runStart = runEnd + 1;
  }
  if (from < end) yield { start: from, end };
}

function placeTokens(tokens: readonly ModelToken[], start: number): EnglishToken[] {
  let position = start;
  return tokens.map(({ text, blanks, pos, lemma, negated }) => {
    const from = position + blanks;
    position = from + text.length;
    return { text, start: from, end: position, pos, lemma, negated };
  });
}

function readSentence(text: string, sentence: Span, read: EnglishModel["read"]): EnglishSentence {
  const result: EnglishSentence = { ...sentence, tokens: [], entities: [], polarities: [] };
  for (const run of boundedRuns(text, sentence)) {
    // One blank for one character of white space, so that wink's count of blanks is a count of code units.
    const source = text.slice(run.start, run.end).replace(/\s/g, " ");
    if (source.trim() === "") continue;
    const { tokens, entities, polarities } = read(source);
    const base = result.tokens.length;
    const shifted = <Match extends { first: number; last: number }>(match: Match): Match => ({
      ...match,
      first: base + match.first,
      last: base + match.last,
    });
    result.tokens.push(...placeTokens(tokens, run.start));
    result.entities.push(...entities.map(shifted));
    result.polarities.push(...polarities.map(shifted));
  }
  return result;
}

/** Tokens, parts of speech, lemmas, pattern entities and polarities of English sentences, by wink-nlp. */
export async function readEnglish(text: string, sentences: readonly Span[]): Promise<EnglishSentence[]> {
  loading ??= loadEnglishModel();
  const build = await loading;
  // No await from here on: concurrent calls share the model, and each has to find and leave it without memory.
  if (!model || model.wordsMet() > wordsBeforeRenewal) model = build();
  const { read, forget } = model;
  try {
    return sentences.map((sentence) => readSentence(text, sentence, read));
  } finally {
    forget();
  }
}
