import { groupNames } from "../mentions/group-names.ts";
import type { Mention } from "../mentions/mention.ts";
import { nameTypes } from "../mentions/names/tags.ts";
import { mergeSpans } from "../patterns/match.ts";
import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { isEntityType } from "../schema.ts";
import type { CallerFinds } from "../terms/caller-lists.ts";
import { round } from "../network/round.ts";

type Entity = Part<"entities">[number];

/** Share of its weight that an entity loses if its first mention is at the end of the text. */
const latenessDiscount = 0.5;

const types: ReadonlySet<Entity["type"]> = new Set(nameTypes);

function isName({ type }: Mention): boolean {
  return types.has(type);
}

/** Groups mentions of one type by their standard form, or by their words if they have none. */
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

/** Returns the most complete mention: the longest of a name, or the first of any other type. */
function representative(mentions: readonly Mention[]): Mention {
  return mentions.reduce((best, mention) =>
    isName(mention) && mention.end - mention.start > best.end - best.start ? mention : best,
  );
}

const addressTypes: ReadonlySet<Entity["type"]> = new Set(["email", "url", "phone", "hashtag", "mention"]);

/** Returns the mentions with those of the caller's lists, which take precedence. A word inside an address is none. */
function withListed(mentions: readonly Mention[], { listed }: CallerFinds): readonly Mention[] {
  if (listed.every((finds) => finds.length === 0)) return mentions;
  const addresses = mentions.filter(({ type }) => addressTypes.has(type));
  const layers = listed.map((finds) => {
    let next = 0;
    return finds.flatMap(({ type, start, end }): Mention[] => {
      while ((addresses[next]?.end ?? Infinity) <= start) next += 1;
      const { start: from = Infinity, end: to = 0 } = addresses[next] ?? {};
      const isWithin = from <= start && end <= to && to - from > end - start;
      return isWithin || !isEntityType(type) ? [] : [{ type, start, end, normalized: null, confidence: 1 }];
    });
  });
  return [...layers, mentions].reduce((higher, lower) => mergeSpans(higher, lower));
}

/**
 * Returns the entities of a text, in the order of their first mention. Entities are dates, times, durations, amounts,
 * numbers, addresses, handles and emoji, and in 14 languages persons, organizations and places. Mentions of one
 * name, or with one standard form, are one entity; its `text` is the most complete of them. `salience` is the entity's
 * share of all mentions. Early mentions have more weight, and all shares sum to 1.
 */
export async function findEntities(
  document: Document,
  { entitySentiment }: { entitySentiment: boolean },
): Promise<Entity[]> {
  const { text } = document;
  const mentions = withListed(await document.mentions(), document.callerFinds());
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
  const named = groups.filter(([first]) => first && isName(first));
  // The model of clauses is for English.
  const judged =
    entitySentiment && document.language === "en"
      ? await (await import("./entity-sentiment.ts")).judgeNames(document, named)
      : [];
  const sentiments = new Map(judged.map((sentiment, index) => [named[index], sentiment]));
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
      ...(sentiments.has(group) && { sentiment: sentiments.get(group) }),
    };
  });
}
