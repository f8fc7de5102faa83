import type { Mention } from "./entities/mention.ts";
import { findMentions } from "./entities/mentions.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";

type Entity = Part<"entities">[number];

/** How much less a first mention at the end of a text weighs than one at its start. */
const latenessDiscount = 0.5;

/**
 * Dates, times, durations, amounts, numbers, addresses, handles and emoji in an English text, in the order of their
 * first mention. Mentions of one type with the same standard form, or else the same words, are one entity. `salience`
 * is its share of all mentions, early ones weighing more; all of them sum to 1.
 */
export function findEntities(reading: Reading): Entity[] {
  const { text } = reading;
  const groups = new Map<string, Mention[]>();
  for (const mention of findMentions(text, reading.patterns())) {
    const name =
      mention.normalized ?? text.slice(mention.start, mention.end).toLowerCase().replace(/\s+/g, " ");
    const key = `${mention.type}:${name}`;
    const group = groups.get(key);
    if (group) group.push(mention);
    else groups.set(key, [mention]);
  }
  const weights = [...groups.values()].map(
    (mentions) => mentions.length * (1 - (latenessDiscount * (mentions[0]?.start ?? 0)) / text.length),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return [...groups.values()].flatMap((mentions, index) => {
    const [first] = mentions;
    if (!first) return [];
    return {
      text: text.slice(first.start, first.end),
      type: first.type,
      normalized: first.normalized,
      salience: round((weights[index] ?? 0) / total),
      confidence: mentions.reduce((best, { confidence }) => Math.max(best, confidence), 0),
      mentions: mentions.map(({ start, end, confidence }) => ({
        text: text.slice(start, end),
        start,
        end,
        confidence,
      })),
    };
  });
}
