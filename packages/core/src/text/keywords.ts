import type { Document } from "./document.ts";
import { type NounPhrases, nounPhraseFinder } from "./english/noun-phrases.ts";
import { loadTagger, sentenceStarts, type Tagger } from "./english/tagger.ts";
import { loadWordVectors } from "./english/word-vectors.ts";
import type { Phrase } from "./phrase.ts";
import type { Part } from "./record.ts";
import { round } from "./round.ts";
import type { Span } from "./span.ts";
import { stopwordRuns } from "./stopword-runs.ts";

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
  place: -0.38,
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
const longTextDecay = 0.5;
/**
 * Phrases of languages other than English are runs between stopwords and may contain verbs, so their form says less.
 */
const otherLanguages = 0.5;

interface Topic extends Phrase {
  mentions: Span[];
}

interface English {
  tag: Tagger;
  find: NounPhrases;
}

let loading: Promise<English> | undefined;

async function loadEnglish(stopwords: ReadonlySet<string>): Promise<English> {
  const [tag, vectors] = await Promise.all([loadTagger(), loadWordVectors()]);
  return { tag, find: nounPhraseFinder(stopwords, vectors) };
}

/**
 * Finds the phrases of a text that may be keywords: noun phrases in English, runs of words without stopwords in other
 * languages.
 */
async function findPhrases(document: Document): Promise<readonly Phrase[]> {
  const { text, language, tokens, words, sentences } = document;
  const stopwords = await document.stopwords();
  if (language !== "en") return stopwordRuns(text, language, words(), stopwords);
  loading ??= loadEnglish(stopwords);
  const { tag, find } = await loading;
  const starts = sentenceStarts(tokens(), sentences());
  return find(tokens(), tag(tokens(), starts), starts);
}

/**
 * Returns the weight of a phrase's form. In a long text, the number and the position of the mentions say more than the
 * form.
 */
function formWeight({ text, language }: Document): number {
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
        weights.size * (Math.min(maxSizeLength, end - start) / 10) +
        (isName ? weights.name : 0))
  );
}

/**
 * Returns the main topics of a text, best first, at most 50. `score` is the odds of being a keyword relative to the
 * best phrase. Phrases that differ only in case, or in English only in the plural, are one keyword.
 */
export async function extractKeywords(document: Document): Promise<Keyword[]> {
  const topics = new Map<string, Topic>();
  for (const { start, end, words, rarity, isName } of await findPhrases(document)) {
    const key = words.join(" ");
    const topic = topics.get(key);
    if (topic) topic.mentions.push({ start, end });
    else topics.set(key, { start, end, words, rarity, isName, mentions: [{ start, end }] });
  }
  const form = formWeight(document);
  const scored = Array.from(topics.values(), (topic) => ({ topic, odds: logOdds(topic, form) }));
  const best = scored.toSorted((a, b) => b.odds - a.odds).slice(0, maxKeywords);
  const top = best[0]?.odds ?? 0;
  return best.map(({ topic: { start, end, mentions }, odds }) => ({
    text: document.text.slice(start, end).replace(/\s+/g, " "),
    score: round(Math.exp(odds - top)),
    count: mentions.length,
    mentions,
  }));
}
