import type { Document } from "../document.ts";
import { type NounPhrases, nounPhraseFinder } from "./noun-phrases.ts";
import { loadWordVectors } from "../english/word-vectors.ts";
import { mergeSpans } from "../patterns/match.ts";
import { isFormula } from "../segment/letter-lines.ts";
import type { LineKind } from "../segment/line-kinds.ts";
import type { Phrase } from "../segment/phrase.ts";
import type { Part } from "../record.ts";
import { round } from "../network/round.ts";
import type { Span } from "../span.ts";
import { stopwordRuns } from "./stopword-runs.ts";
import type { TaggedText } from "../tagger/tag-text.ts";
import { taggedPhrases } from "./tagged-phrases.ts";

type Keyword = Part<"keywords">[number];

const maxKeywords = 50;

/**
 * The weight of each feature of a phrase in the log odds that it is a keyword. The weights of this logistic model were
 * fitted on half of the abstracts of Inspec (Hulth 2003).
 */
const weights = {
  /** By the number of words. A long phrase is often two phrases. */
  length: [0, 0, 1.6, 1.6, 1, -0.2],
  /** Times the logarithm of the number of mentions. */
  count: 0.7,
  /** Times the logarithm of the first position, in hundreds of characters. Texts name their topics early. */
  position: -0.38,
  /** Times the mean logarithm of its words' frequency ranks. Topics have names that are rare in other texts. */
  rarity: 0.28,
  /** Per ten characters. */
  size: 0.4,
  name: 0.3,
} as const;

/** A longer phrase gets no higher weight: it may be a key or a checksum. */
const maxSizeLength = 40;

/** The length, in characters, of the abstracts that the weights were fitted on. */
const shortText = 1500;
/** The length, in characters, from which counts have their full weight. */
const longText = 2700;

/**
 * The weights of counts in long texts, which return to their topics. They were chosen on nine news reports and twenty
 * papers. Counts are relative to the highest count, so one weight fits both.
 */
const countWeights = {
  /** Times the logarithm of all mentions, including those inside longer phrases. */
  phrase: 1.8,
  /** Times the mean logarithm of the counts of its words. */
  words: 3,
} as const;

/**
 * The frequency of words in other texts is known in English only, and runs between stopwords may contain verbs, so the
 * form of phrases in other languages says less.
 */
const otherLanguages = 0.5;

interface Topic extends Phrase {
  /** The words, with a space before and after each. */
  key: string;
  mentions: Span[];
}

let loading: Promise<NounPhrases> | undefined;

async function loadEnglish(stopwords: ReadonlySet<string>): Promise<NounPhrases> {
  return nounPhraseFinder(stopwords, await loadWordVectors());
}

const upperCase = /^\p{Lu}/u;
/** The white space before a cell of a table. */
const cellStart = /^\s\s$|[\t\n|]\s?$/;

/** The lines that name no topic of the text. */
const unnamedKinds: ReadonlySet<LineKind> = new Set([
  "salutation",
  "closing",
  "signature",
  "tableHead",
  "code",
  "log",
]);

/** Returns the phrases outside the formulas of letters, heads of tables, code, numbers of accounts and addresses. */
function withoutForms(document: Document, phrases: readonly Phrase[]): Phrase[] {
  const { text, language } = document;
  const addresses = document.patterns().filter(({ type }) => type !== "hashtag" && type !== "mention");
  const data = mergeSpans<Span>(addresses, document.identifiers());
  const sentences = document.sentences();
  let next = 0;
  let sentence = -1;
  let isPolite = false;
  return phrases.filter(({ start, end }) => {
    const before = sentence;
    while ((sentences[sentence + 1]?.start ?? Infinity) <= start) sentence += 1;
    const span = sentences[sentence];
    if (span && sentence > before) isPolite = isFormula(text.slice(span.start, span.end), language);
    if (isPolite) return false;
    while ((data[next]?.end ?? Infinity) <= start) next += 1;
    if ((data[next]?.start ?? Infinity) < end) return false;
    const kind = document.lineKindAt(start);
    // "Subject:" is the name of a field.
    return !unnamedKinds.has(kind) && !(kind === "header" && text.charAt(end) === ":");
  });
}

/**
 * Returns the starts of sentences, and in addition the starts of lines after a heading. The first line of a block may be
 * a heading if a capital follows it.
 */
function phraseStarts(document: Document, { tokens, starts }: TaggedText): readonly boolean[] {
  const { text } = document;
  if (!text.includes("\n")) return starts;
  const result = [...starts];
  for (const [position, { start }] of tokens.entries())
    if (document.lineKindAt(start) === "table" && cellStart.test(text.slice(Math.max(0, start - 2), start)))
      result[position] = true;
  let index = 0;
  for (const { start, end } of document.paragraphs()) {
    const lineEnd = text.indexOf("\n", start);
    if (lineEnd < 0) break;
    if (lineEnd > end) continue;
    while ((tokens[index]?.start ?? Infinity) < lineEnd) index += 1;
    if (upperCase.test(tokens[index]?.text ?? "")) result[index] = true;
  }
  return result;
}

/**
 * Finds the phrases of a text that may be keywords: noun phrases in the languages that have tags, and runs of words
 * without stopwords in the others.
 */
async function findPhrases(document: Document): Promise<readonly Phrase[]> {
  const { text, language, words } = document;
  const stopwords = await document.stopwords();
  const tagged = await document.tagged();
  if (language === "en" && tagged) {
    loading ??= loadEnglish(stopwords);
    return (await loading)(tagged, phraseStarts(document, tagged));
  }
  const phrases = tagged && taggedPhrases(text, language, tagged, stopwords);
  return phrases ?? stopwordRuns(text, language, words(), stopwords);
}

/** Calls `visit` with every sequence of a phrase's words, from one word to the whole phrase. */
function visitSequences(words: readonly string[], visit: (key: string) => void): void {
  for (let from = 0; from < words.length; from++) {
    let key = words[from] ?? "";
    visit(key);
    for (let to = from + 1; to < words.length; to++) visit((key += ` ${words[to]}`));
  }
}

function collectTopics(phrases: readonly Phrase[]): Map<string, Topic> {
  const topics = new Map<string, Topic>();
  for (const { start, end, words, rarity, isName } of phrases) {
    const key = ` ${words.join(" ")} `;
    const topic = topics.get(key);
    if (topic) topic.mentions.push({ start, end });
    else topics.set(key, { key, start, end, words, rarity, isName, mentions: [{ start, end }] });
  }
  return topics;
}

/**
 * Returns the form of a topic that the text writes most often. Of equally frequent ones it is that with most words in the
 * form of dictionaries, or the first.
 */
function commonForm(text: string, { key, mentions }: Topic): string {
  const counts = new Map<string, number>();
  for (const { start, end } of mentions) {
    const form = text.slice(start, end).replace(/\s+/g, " ");
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const plainWords = (form: string) =>
    form.split(" ").filter((word) => key.includes(` ${word.toLowerCase()} `)).length;
  const forms = Array.from(counts, ([form, count]) => ({ form, count, plain: plainWords(form) }));
  return forms.toSorted((a, b) => b.count - a.count || b.plain - a.plain)[0]?.form ?? "";
}

/** Returns how much the counts of a text add to a phrase: nothing in a short text, where most counts are 1. */
function countFrequency(length: number, topics: ReadonlyMap<string, Topic>): (topic: Topic) => number {
  const share = Math.min(1, Math.log(length / shortText) / Math.log(longText / shortText));
  if (share <= 0) return () => 0;
  const counts = new Map<string, number>();
  for (const { words, mentions } of topics.values())
    visitSequences(words, (key) => counts.set(key, (counts.get(key) ?? 0) + mentions.length));
  const logCount = (key: string) => Math.log(counts.get(key) ?? 1);
  let top = 1;
  for (const key of counts.keys()) top = Math.max(top, logCount(key));
  return ({ key, words }) => {
    const whole = key.slice(1, -1);
    const mean = words.reduce((sum, word) => sum + logCount(word), 0) / words.length;
    return (share * (countWeights.phrase * logCount(whole) + countWeights.words * mean)) / top;
  };
}

function logOdds({ start, end, words, rarity, isName, mentions }: Topic, form: number): number {
  return (
    weights.count * Math.log(mentions.length) +
    weights.position * Math.log1p(start / 100) +
    form *
      ((weights.length[words.length] ?? 0) +
        weights.rarity * rarity +
        weights.size * (Math.min(maxSizeLength, end - start) / 10) +
        (isName ? weights.name : 0))
  );
}

/** Returns whether the phrase names the same thing as a better one. Keys contain each other if their words do. */
function isSameThing(phrase: Topic, better: Topic): boolean {
  return phrase.words.length < better.words.length
    ? phrase.start >= better.start && better.key.includes(phrase.key)
    : phrase.key.includes(better.key);
}

/**
 * Returns the best topics, one for each thing. Omits a phrase that contains a better one, and a phrase inside a better
 * one unless the text introduces the shorter one first.
 */
function selectTopics<Scored extends { topic: Topic }>(ranked: readonly Scored[]): Scored[] {
  const chosen: Scored[] = [];
  for (const scored of ranked) {
    const { topic } = scored;
    if (chosen.some(({ topic: better }) => isSameThing(topic, better))) continue;
    chosen.push(scored);
    if (chosen.length === maxKeywords) break;
  }
  return chosen;
}

/**
 * Returns the main topics of a text, best first, at most 50. `score` is the odds of being a keyword relative to the
 * best phrase. Phrases that differ only in case, or in the endings of their words, are one keyword; `text` is its most
 * frequent form. Of two phrases where one contains the other, most often only the better is listed.
 */
export async function extractKeywords(document: Document): Promise<Keyword[]> {
  const topics = collectTopics(withoutForms(document, await findPhrases(document)));
  const form = document.language === "en" ? 1 : otherLanguages;
  const frequency = countFrequency(document.text.length, topics);
  const scored = Array.from(topics.values(), (topic) => ({
    topic,
    odds: logOdds(topic, form) + frequency(topic),
  }));
  const best = selectTopics(scored.toSorted((a, b) => b.odds - a.odds));
  const top = best[0]?.odds ?? 0;
  return best.map(({ topic, odds }) => ({
    text: commonForm(document.text, topic),
    score: round(Math.exp(odds - top)),
    count: topic.mentions.length,
    mentions: topic.mentions,
  }));
}
