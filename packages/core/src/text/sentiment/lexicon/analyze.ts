import type { Part } from "../../record.ts";
import type { Document } from "../../document.ts";
import { round } from "../../network/round.ts";
import type { Span } from "../../span.ts";
import { candidatesFrom, findConstructions } from "../constructions.ts";
import { findNonProse } from "../prose.ts";
import { findRatings } from "../ratings.ts";
import { type Confidence, toSentiment, withoutContradiction } from "../labels.ts";
import type { Lexicon } from "./lexicon.ts";
import { type LanguageSentiment, loadLanguageSentiment } from "./languages.ts";
import { findOpinions, type Opinion } from "./opinions.ts";
import { type Term, readTerms } from "./terms.ts";

type Sentiment = Part<"sentiment">;
type Evidence = Sentiment["evidence"][number];

/** The square of the sum of weights at which an opinion reaches 0.7. */
const saturation = 4 / 9;
/** The logit of the strongest opinion of a lexicon. */
const lexiconShare = 3;
/**
 * The share of the n-grams in the label, and the logit below which they count for nothing there. They know film dialogue,
 * so they decide the sign of a score, but do not call a sentence without a word of the lexicon positive or negative.
 */
const ngramShare = 0.25;
const minNgramLogit = 2;
/**
 * The maximum logit of the n-grams in the sign of a score, for each word and in all, so that a word of the lexicon that is
 * sure, or any in a short sentence, outweighs them.
 */
const maxLogitPerWord = 0.15;
const maxNgramLogit = 2;
/** The maximum score of a sentence that neither the lexicon nor the n-grams decide, and its saturation. */
const hint = 0.05;
const hintSaturation = 0.25;
/** The square of the logit at which a score reaches 0.7. */
const scoreSaturation = 8;
/**
 * Parameters that turn a score into the odds of the three labels. They were fitted on tweets in five languages
 * together. The biases differ because opinions that a lexicon misses are blame more often than praise.
 */
const steepness = 1.5;
const neutralDecline = 1.5;
const praiseBias = -0.65;
const blameBias = -0.35;

const saturate = (value: number, square: number) => value / Math.sqrt(value * value + square);

/** Returns the logit of the opinions of a lexicon. `training/sentiment-languages.ts` trains the n-grams next to it. */
export function lexiconLogit(opinions: readonly Opinion[]): number {
  const sum = opinions.reduce((total, { weight }) => total + weight, 0);
  return lexiconShare * saturate(sum, saturation);
}

/** Returns the score of a sentence, from −1 to 1, by the logits of its opinions and of its n-grams. */
function toScore(opinions: number, ngrams: number, wordCount: number): number {
  const most = Math.min(maxNgramLogit, maxLogitPerWord * wordCount);
  const whole = opinions + Math.max(-most, Math.min(most, ngrams));
  const telling = Math.sign(ngrams) * Math.max(0, Math.abs(ngrams) - minNgramLogit);
  const sure = opinions === 0 ? 0 : opinions + ngramShare * telling;
  return sure * whole > 0 ? saturate(sure, scoreSaturation) : hint * saturate(whole, hintSaturation);
}

/** Returns the probabilities of the three labels. Their sum is one. */
function toConfidence(score: number): Confidence {
  const praise = Math.exp(steepness * score + praiseBias);
  const blame = Math.exp(-steepness * score + blameBias);
  const sum = praise + blame + Math.exp(-neutralDecline * Math.abs(score));
  const positive = round(praise / sum);
  const negative = round(blame / sum);
  return { positive, neutral: round(1 - positive - negative), negative };
}

/** Returns an opinion as evidence, with its words and its negator. */
function toEvidence(text: string, terms: readonly Term[], opinion: Opinion): Evidence {
  const { first, last, weight, negator } = opinion;
  const start = terms[Math.min(first, negator ?? first)]?.start ?? 0;
  const end = terms[Math.max(last, negator ?? last)]?.end ?? start;
  return { text: text.slice(start, end), start, end, weight: round(weight), negated: negator !== undefined };
}

/** The weight of an opinion in units of the weights of a lexicon. */
const unit = 1 / 3;

/** Returns the constructions and ratings of a sentence as opinions, and puts a plain word in place of theirs. */
function takeConstructions(text: string, { start, end }: Span, terms: Term[], lexicon: Lexicon): Opinion[] {
  const form = (index: number) => terms[index]?.sense?.folded ?? text.charAt(terms[index]?.start ?? 0);
  const polarity = (index: number) => terms[index]?.sense?.weight ?? 0;
  const found = findConstructions({
    start: 0,
    end: terms.length,
    form,
    polarity,
    candidates: (index) => candidatesFrom(lexicon.constructions, form(index), polarity(index)),
    negates: (index) => terms[index]?.sense?.isNegator === true,
    endsClause: (index) => {
      const term = terms[index];
      return term !== undefined && (term.sense ? term.sense.isContrast : term.symbol === undefined);
    },
  });
  const plain = lexicon.findSense("");
  const opinions = found.flatMap(({ first, last, weight, isNegated }): Opinion[] => {
    for (const term of terms.slice(first, last + 1)) term.sense = plain;
    return weight ? [{ first, last, weight: unit * weight, negator: isNegated ? first : undefined }] : [];
  });
  for (const rating of findRatings(text.slice(start, end))) {
    const first = terms.findIndex((term) => term.end > start + rating.start);
    const last = terms.findLastIndex((term) => term.start < start + rating.end);
    if (first < 0 || last < first) {
      terms.push({ start: start + rating.start, end: start + rating.end, sense: plain });
      opinions.push({
        first: terms.length - 1,
        last: terms.length - 1,
        weight: rating.polarity,
        negator: undefined,
      });
      continue;
    }
    for (const term of terms.slice(first, last + 1)) {
      delete term.symbol;
      term.sense = plain;
    }
    opinions.push({ first, last, weight: rating.polarity, negator: undefined });
  }
  return opinions;
}

const capitalized = /^\p{Lu}\p{Ll}/u;
/** The share of words with a capital from which a sentence is a title. */
const titleShare = 0.7;
/** The weight of words that writers stress with a capital: "el hotel es Fantástico". */
const stressedWeight = 3;

/**
 * Removes the weights of the names of a sentence: words with a capital that directly follow a word. *Hrubeš* is a
 * surname, *hrubý* is blame. In a title, every word has a capital. The strongest words are names only after a name.
 */
function muteNames(text: string, terms: readonly Term[]): void {
  const isCapitalized = ({ start, sense }: Term) => sense && capitalized.test(text.slice(start, start + 2));
  const names = new Set(terms.filter(isCapitalized));
  if (names.size >= titleShare * terms.filter(({ sense }) => sense).length) return;
  for (const [index, term] of terms.entries()) {
    const before = terms[index - 1];
    if (!before?.sense || !term.sense || !names.has(term)) continue;
    const follows = text.slice(before.end, term.start).trim() === "";
    const isStressed = Math.abs(term.sense.weight) >= stressedWeight && !names.has(before);
    if (follows && !isStressed) term.sense = { ...term.sense, weight: 0, phrases: [] };
  }
}

/** The minimum length of a report of events in words, and the number of events that need no name or figure. */
const minReportLength = 5;
const severalEvents = 2;
const year = /(?<!\p{N})(?:1\d|20)\d\d(?!\p{N})/u;
/** A name or a figure within a sentence. */
const nameOrFigure = /\p{N}|(?<=\p{L}\P{L}{1,3})\p{Lu}/u;

/**
 * Returns whether a whole sentence has a year, a name or a figure, or tells of several events, and events are its only
 * words of praise or blame: "En 2019 murieron 14 personas en Madrid". The writer and the reader are not in it.
 */
function isEventReport(text: string, { start, end }: Span, terms: readonly Term[]): boolean {
  if (text.charAt(end - 1) !== ".") return false;
  let [length, events] = [0, 0];
  for (const { sense, symbol } of terms) {
    if (symbol !== undefined || sense?.isPerson) return false;
    if (sense?.isEvent) events += 1;
    else if (sense && sense.weight !== 0) return false;
    if (sense) length += 1;
  }
  if (events === 0) return false;
  const sentence = text.slice(start, end);
  if (year.test(sentence)) return true;
  return length >= minReportLength && (events >= severalEvents || nameOrFigure.test(sentence));
}

/** A sentence with its opinions and the words that the n-grams read. */
interface ReadSentence {
  terms: readonly Term[];
  opinions: readonly Opinion[];
  words: readonly string[];
}

const readSigns = /[?!؟]/;

/**
 * Reads a sentence by a lexicon.
 *
 * @param omitted The spans that are no prose.
 */
export function readSentence(
  text: string,
  { start, end }: Span,
  lexicon: Lexicon,
  omitted: readonly Span[],
): ReadSentence {
  const read = readTerms(text, { start, end }, lexicon);
  read.terms = read.terms.filter(
    (term) => !omitted.some((span) => term.start >= span.start && term.start < span.end),
  );
  const { terms } = read;
  const words = terms.flatMap(({ sense, start: at }) => {
    const form = sense?.folded ?? text.charAt(at);
    return sense || readSigns.test(form) ? [form] : [];
  });
  if (isEventReport(text, { start, end }, terms)) return { terms, opinions: [], words };
  if (!lexicon.capitalizesNouns) muteNames(text, terms);
  const asserted = takeConstructions(text, { start, end }, terms, lexicon);
  const opinions = [...findOpinions(text, read, lexicon), ...asserted].toSorted((a, b) => a.first - b.first);
  return { terms, opinions, words };
}

/** Returns whether a sentence asks for a fact. Its praise is none then: "Welches Handy ist das beste?". */
function asksForFact(text: string, { start, end }: Span, { terms }: ReadSentence): boolean {
  return terms[0]?.sense?.isQuestion === true && /[?;]["'”’»)]?\s*$/.test(text.slice(start, end));
}

function judgeSentence(
  text: string,
  { start, end }: Span,
  { lexicon, ngrams }: LanguageSentiment,
  omitted: readonly Span[],
) {
  const whole = readSentence(text, { start, end }, lexicon, omitted);
  const isQuestion = asksForFact(text, { start, end }, whole);
  const opinions = whole.opinions.filter(({ weight }) => weight < 0 || !isQuestion);
  const read = { ...whole, opinions };
  const logit = ngrams(read.words);
  const score = toScore(lexiconLogit(read.opinions), logit, read.words.length);
  const found = toConfidence(score);
  const evidence = read.opinions.map((opinion) => toEvidence(text, read.terms, opinion));
  const confidence = withoutContradiction(
    found,
    evidence.map(({ weight }) => weight),
  );
  return { start, end, score, confidence, evidence };
}

/**
 * Returns the sentiment of a text in one of the languages that have a lexicon and a model of n-grams
 * (`models/sentiment-languages.md`). Words, phrases, emoji and emoticons have weights. Negation, adverbs of degree,
 * capitals, repeated letters, exclamation marks and contrast change them (after Hutto and Gilbert, VADER, 2014). A linear
 * model of words, pairs and letters adds what the lexicon does not know. The text's score is the mean of its sentences'
 * scores, weighted by their absolute values.
 *
 * The label is `mixed` if one sentence is clearly positive, another is clearly negative, and the score is near zero.
 */
export async function analyzeByLexicon(document: Document): Promise<Sentiment> {
  const { text, language, sentences } = document;
  const model = await loadLanguageSentiment(language);
  const omitted = findNonProse(document);
  let next = 0;
  const judged = sentences().map((sentence) => {
    while ((omitted[next]?.end ?? Infinity) <= sentence.start) next += 1;
    let last = next;
    while ((omitted[last]?.start ?? Infinity) < sentence.end) last += 1;
    return judgeSentence(text, sentence, model, omitted.slice(next, last));
  });
  const magnitude = judged.reduce((total, { score }) => total + Math.abs(score), 0);
  const score = judged.reduce((total, { score }) => total + score * Math.abs(score), 0) / (magnitude || 1);
  const evidence = judged.flatMap((sentence) => sentence.evidence);
  const confidence = withoutContradiction(
    toConfidence(score),
    evidence.map(({ weight }) => weight),
  );
  return toSentiment(text, { score, confidence }, judged, evidence);
}
