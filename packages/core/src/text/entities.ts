import { groupNames } from "./entities/group-names.ts";
import type { Mention } from "./entities/mention.ts";
import { nameTypes } from "./entities/names/tags.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";

type Entity = Part<"entities">[number];

/** How much less a first mention at the end of a text weighs than one at its start. */
const latenessDiscount = 0.5;

const types: ReadonlySet<Entity["type"]> = new Set(nameTypes);

function isName({ type }: Mention): boolean {
  return types.has(type);
}

/** Mentions of one type with the same standard form, or else the same words. */
function groupForms(text: string, mentions: readonly Mention[]): Mention[][] {
  const groups = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const form =
      mention.normalized ?? text.slice(mention.start, mention.end).toLowerCase().replace(/\s+/g, " ");
    const key = `${mention.type}:${form}`;
    const group = groups.get(key);
    if (group) group.push(mention);
    else groups.set(key, [mention]);
  }
  return [...groups.values()];
}

/** The mention that says most, of one or more: of a name the longest, else the first. */
function representative(mentions: readonly Mention[]): Mention {
  return mentions.reduce((best, mention) =>
    isName(mention) && mention.end - mention.start > best.end - best.start ? mention : best,
  );
}

/**
 * The persons, organizations, places and other things that an English text names, and its dates, times, durations,
 * amounts, numbers, addresses, handles and emoji, in the order of their first mention. Mentions of one name, or with one
 * standard form, are one entity; its `text` is the fullest of them. `salience` is its share of all mentions, early ones
 * weighing more; all of them sum to 1.
 */
export async function findEntities(reading: Reading): Promise<Entity[]> {
  const { text } = reading;
  const mentions = await reading.mentions();
  const groups = [
    ...groupNames(text, mentions.filter(isName)),
    ...groupForms(
      text,
      mentions.filter((mention) => !isName(mention)),
    ),
  ].toSorted((a, b) => (a[0]?.start ?? 0) - (b[0]?.start ?? 0));
  const weights = groups.map(
    (group) => group.length * (1 - (latenessDiscount * (group[0]?.start ?? 0)) / text.length),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return groups.map((group, index) => {
    const shown = representative(group);
    return {
      text: text.slice(shown.start, shown.end),
      type: shown.type,
      normalized: shown.normalized,
      salience: round((weights[index] ?? 0) / total),
      confidence: group.reduce((best, { confidence }) => Math.max(best, confidence), 0),
      mentions: group.map(({ start, end, confidence }) => ({
        text: text.slice(start, end),
        start,
        end,
        confidence,
      })),
    };
  });
}
