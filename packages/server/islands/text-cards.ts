import { element } from "./dom.ts";
import { entitiesCard } from "./text-entities.ts";
import { notes, textOutcome } from "./text-outcome.ts";
import { piiCard } from "./text-pii.ts";
import type { TextRecord } from "./text-record.ts";
import { sentimentCard } from "./text-sentiment.ts";

const utf8 = new TextEncoder();

/** Returns a record whose offsets count UTF-16 code units, as marks do. */
export function inUtf16(text: string, json: string): TextRecord {
  // As /openapi.json describes it.
  const record = JSON.parse(json) as TextRecord;
  if (record.offset_unit === "utf16") return record;
  const indexAt = new Map<unknown, number>();
  let offset = 0;
  let index = 0;
  for (const character of text) {
    indexAt.set(offset, index);
    offset += record.offset_unit === "utf8" ? utf8.encode(character).length : 1;
    index += character.length;
  }
  indexAt.set(offset, index);
  // The same record with other numbers.
  return JSON.parse(json, (key, value: unknown) =>
    key === "start" || key === "end" ? indexAt.get(value) : value,
  ) as TextRecord;
}

/** Renders the outcome of an analysis, and the text with the marks of each analysis that found ranges of it. */
export function markedCards(text: string, record: TextRecord): HTMLElement[] {
  const { sentiment, entities, pii } = record;
  return [
    element(
      "section",
      { class: "card", "aria-label": "Outcome" },
      textOutcome(text, record),
      ...notes(record),
    ),
    ...(sentiment ? [sentimentCard(text, sentiment)] : []),
    ...(entities ? [entitiesCard(text, entities)] : []),
    ...(pii ? [piiCard(text, pii)] : []),
  ];
}
