import type { Document } from "../document.ts";
import type { Mention } from "../mentions/mention.ts";
import type { Part } from "../record.ts";
import { round } from "../network/round.ts";
import { sentenceRanges } from "../segment/sentences.ts";
import type { Span } from "../span.ts";
import { readSentence } from "../sentiment/english/clause.ts";
import { decisiveOpinions, findEvidence } from "../sentiment/english/evidence.ts";
import { readDocumentWords } from "../sentiment/english/document-words.ts";
import { createJudge } from "../sentiment/english/judge.ts";
import { loadSentimentModel, type SentimentModel } from "../sentiment/english/model.ts";
import { createContexts, type Opinion, type WordContexts } from "../sentiment/english/opinions.ts";
import type { Word } from "../sentiment/english/words.ts";
import { type Confidence, meanConfidence, toSign, toLabel, toScore } from "../sentiment/labels.ts";

type EntitySentiment = NonNullable<Part<"entities">[number]["sentiment"]>;

/** The maximum number of items of evidence for a name. */
const maxEvidence = 10;

/** Signs that always end a clause, and those that end it between two opinions about different names. */
const hardEnds = new Set([";", "–", "—"]);
const softEnds = new Set([",", "and", "or"]);

/** A range of words that says something about the names in it. */
interface Clause {
  range: Span;
  confidence: Confidence;
  opinions: Opinion[];
}

/**
 * Splits a sentence into clauses at contrasts and semicolons, and at "and" and commas between two names with an opinion
 * each: "Nobu was great and Hilton was terrible", but not "Ada and Bob are great".
 *
 * @param isName Whether a word belongs to a name.
 */
function splitSentence(words: readonly Word[], { start, end }: Span, isName: Uint8Array): Span[] {
  const clauses: Span[] = [];
  let from = start;
  let [hasName, hasOpinion] = [false, false];
  const cut = (at: number) => {
    if (at > from) clauses.push({ start: from, end: at });
    from = at;
    [hasName, hasOpinion] = [false, false];
  };
  // The last name and the last opinion of the sentence, so that each word is read once.
  let lastName = start - 1;
  let lastOpinion = start - 1;
  for (let index = start; index < end; index++) {
    if (isName[index]) lastName = index;
    if ((words[index]?.grade ?? 0) !== 0) lastOpinion = index;
  }
  for (let index = start; index < end; index++) {
    const word = words[index];
    if (!word) continue;
    if (isName[index]) hasName = true;
    if (word.grade !== 0) hasOpinion = true;
    if (word.role.contrast !== null && index > from && words[index - 1]?.form !== "anything") {
      cut(index);
      hasOpinion = word.grade !== 0;
    } else if (hardEnds.has(word.form)) cut(index + 1);
    else if (softEnds.has(word.form) && hasName && hasOpinion && lastName > index && lastOpinion > index)
      cut(index + 1);
  }
  cut(end);
  return clauses;
}

function judgeClause(model: SentimentModel, words: Word[], range: Span, contexts: WordContexts): Clause {
  const judge = createJudge(words, model);
  const parts = readSentence(model, words, range, contexts);
  for (const part of parts) judge.add(part);
  const confidence = judge.confidence();
  const sign = toSign(confidence);
  const opinions = parts.flatMap((part) => decisiveOpinions(part, words, model.network, sign));
  return { range, confidence, opinions };
}

/** Returns the index of the word at or after a position in the text. */
function wordAt(tokens: readonly Span[], position: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function summarize(clauses: readonly Clause[], source: Parameters<typeof findEvidence>[0]): EntitySentiment {
  const confidence = meanConfidence(clauses.map((clause) => clause.confidence));
  const opinions = clauses.flatMap((clause) => clause.opinions);
  const strongest = opinions
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, maxEvidence);
  return {
    label: toLabel(confidence),
    score: round(toScore(confidence)),
    evidence: findEvidence(source, strongest),
  };
}

/**
 * Returns the sentiment of each name of an English text, from the clauses that mention it.
 *
 * @param names The mentions of each name.
 */
export async function judgeNames(
  document: Document,
  names: readonly (readonly Mention[])[],
): Promise<EntitySentiment[]> {
  const model = await loadSentimentModel();
  const tokens = document.tokens();
  const ranges = sentenceRanges(tokens, document.sentences());
  const words = readDocumentWords(document, model, ranges);
  const contexts = createContexts(words.length);
  const isName = new Uint8Array(words.length);
  const positions = names.map((mentions) =>
    mentions.map(({ start, end }) => {
      const first = wordAt(tokens, start);
      isName.fill(1, first, wordAt(tokens, end - 1) + 1);
      return first;
    }),
  );
  const clauses = new Map<number, Clause>();
  const clauseStarts = new Int32Array(words.length).fill(-1);
  for (const range of ranges)
    for (const clause of splitSentence(words, range, isName))
      clauseStarts.fill(clause.start, clause.start, clause.end);
  const judged = (position: number): Clause => {
    const start = clauseStarts[position] ?? position;
    const known = clauses.get(start);
    if (known) return known;
    let end = position;
    while (clauseStarts[end] === start && end < words.length) end += 1;
    const clause = judgeClause(model, words, { start, end }, contexts);
    clauses.set(start, clause);
    return clause;
  };
  const source = { text: document.text, tokens, words };
  return positions.map((mentions) => summarize([...new Set(mentions.map(judged))], source));
}
