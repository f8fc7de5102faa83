import { findPhrases, type Phrase } from "./keyword-candidates.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";
import type { Span } from "./span.ts";

type Keyword = Part<"keywords">[number];

const mostKeywords = 50;

/**
 * What each trait of a phrase adds to the logarithm of its odds to be a keyword: a logistic model whose weights were
 * fitted on half of the abstracts of Inspec (Hulth 2003).
 */
const weights = {
  /** By the number of words; a phrase of many is often two. */
  length: [0, 0, 1.6, 1.6, 1, -0.2],
  /** Of the logarithm of how often it occurs. */
  count: 0.7,
  /** Of the logarithm of where it occurs first, in hundreds of characters: topics are named early. */
  place: -0.38,
  /** Of the mean logarithm of its words' ranks by frequency: topics have names that other texts seldom use. */
  rarity: 0.28,
  /** Of ten characters. */
  size: 0.4,
  name: 0.3,
} as const;

/** What is longer is no better a phrase: a key or a checksum may have lost its way into the text. */
const longestSize = 40;

/** Of this many characters are the abstracts that the weights were fitted on. */
const shortText = 1500;
const longTextDecay = 0.5;
/** Phrases of other languages than English lie between stopwords and may hold verbs: their form tells less. */
const otherLanguages = 0.5;

interface Topic extends Phrase {
  mentions: Span[];
}

/** What the form of a phrase counts in the text: in a long one, how often and where tell more. */
function formWeight({ text, language }: Reading): number {
  const known = language === "en" ? 1 : otherLanguages;
  return known / (1 + longTextDecay * Math.max(0, Math.log(text.length / shortText)));
}

function logOdds({ start, end, words, rarity, isName, mentions }: Topic, form: number): number {
  return (
    weights.count * Math.log(mentions.length) +
    weights.place * Math.log1p(start / 100) +
    form *
      ((weights.length[words.length] ?? 0) +
        weights.rarity * rarity +
        weights.size * (Math.min(longestSize, end - start) / 10) +
        (isName ? weights.name : 0))
  );
}

/**
 * The phrases that a text is about, best first, at most 50. `score` is the odds of being a keyword relative to the best;
 * phrases that differ in case, or in English in the plural, are one keyword.
 */
export async function extractKeywords(reading: Reading): Promise<Keyword[]> {
  const topics = new Map<string, Topic>();
  for (const { start, end, words, rarity, isName } of await findPhrases(reading)) {
    const key = words.join(" ");
    const topic = topics.get(key);
    if (topic) topic.mentions.push({ start, end });
    else topics.set(key, { start, end, words, rarity, isName, mentions: [{ start, end }] });
  }
  const form = formWeight(reading);
  const scored = Array.from(topics.values(), (topic) => ({ topic, odds: logOdds(topic, form) }));
  const best = scored.toSorted((a, b) => b.odds - a.odds).slice(0, mostKeywords);
  const top = best[0]?.odds ?? 0;
  return best.map(({ topic: { start, end, mentions }, odds }) => ({
    text: reading.text.slice(start, end).replace(/\s+/g, " "),
    score: round(Math.exp(odds - top)),
    count: mentions.length,
    mentions,
  }));
}
