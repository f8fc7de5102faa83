import { element } from "./dom.ts";
import { jsonDetails } from "./json-view.ts";
import { entitiesCard } from "./text-entities.ts";
import { keywordsCard, languageCard, readabilityCard, summaryCard, syntaxCard } from "./text-facts.ts";
import { notes, textOutcome } from "./text-outcome.ts";
import { piiCard } from "./text-pii.ts";
import type { TextRecord } from "./text-record.ts";
import { sentimentCard } from "./text-sentiment.ts";
import type { Draw } from "./tool-answer.ts";

const utf8 = new TextEncoder();

/** Returns a record whose offsets count UTF-16 code units, as marks do. */
function inUtf16(text: string, json: string): TextRecord {
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

/** Draws the results of an analysis in its text. */
export const draw: Draw = ({ fields, json }) => {
  const text = String(fields["text"]);
  const record = inUtf16(text, json ?? "");
  const { sentiment, entities, keywords, summary, readability, pii, syntax } = record;
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
    element(
      "div",
      { class: "findings" },
      ...(keywords ? [keywordsCard(keywords)] : []),
      ...(summary ? [summaryCard(summary)] : []),
      languageCard(record),
      ...(readability !== undefined ? [readabilityCard(readability, notes(record, "text_too_short"))] : []),
    ),
    ...(syntax ? [syntaxCard(syntax)] : []),
    jsonDetails(json ?? ""),
  ];
};
