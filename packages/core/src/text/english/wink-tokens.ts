import { boundedPieces, isSpace } from "../pieces.ts";
import { checkRecordSpans } from "../record-size.ts";
import type { Span } from "../span.ts";
import { type Wink, loadWink, type WinkToken } from "./wink.ts";

/** A word or sign with its position in the text. */
export interface SyntaxToken extends Span, Omit<WinkToken, "blanks"> {}

/** wink's word patterns backtrack: 100 kB of `a-a-a-…` take 40 s. Runs of this length take no longer than prose. */
const longestRun = 64;

/** Maximum words per model. wink cannot free about 100 bytes per word; above this, a new model (0.1 s) costs less. */
const wordsBeforeRenewal = 100_000;

let loading: Promise<() => Wink> | undefined;
let model: Wink | undefined;

/** Splits a sentence into segments without a run of more than {@link longestRun} code units of non-space. */
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

function placeTokens(tokens: readonly WinkToken[], start: number): SyntaxToken[] {
  let position = start;
  return tokens.map(({ text, blanks, pos, lemma }) => {
    const from = position + blanks;
    position = from + text.length;
    return { text, start: from, end: position, pos, lemma };
  });
}

function readSentence(text: string, sentence: Span, read: Wink["read"]): SyntaxToken[] {
  const tokens: SyntaxToken[] = [];
  for (const run of boundedRuns(text, sentence)) {
    // Each white space character becomes one space, so wink's count of spaces equals the count of code units.
    const source = text.slice(run.start, run.end).replace(/\s/g, " ");
    if (source.trim() !== "") for (const token of placeTokens(read(source), run.start)) tokens.push(token);
  }
  return tokens;
}

/**
 * Returns the tokens, parts of speech and lemmas of English sentences, by wink-nlp.
 *
 * @throws ToolsError `processing_limit` for more tokens than a record can hold.
 */
export async function readWinkTokens(text: string, sentences: readonly Span[]): Promise<SyntaxToken[]> {
  loading ??= loadWink();
  const build = await loading;
  // No `await` below this line: concurrent calls share the model, and each call must start and end with an empty
  // memory.
  if (!model || model.wordsMet() > wordsBeforeRenewal) model = build();
  const { read, forget } = model;
  try {
    const tokens: SyntaxToken[] = [];
    for (const sentence of sentences) {
      for (const token of readSentence(text, sentence, read)) tokens.push(token);
      checkRecordSpans(tokens.length);
    }
    return tokens;
  } finally {
    forget();
  }
}
