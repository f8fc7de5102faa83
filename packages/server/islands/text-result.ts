import { element } from "./dom.ts";
import { jsonDetails } from "./playground-json.ts";
import { sentence } from "./playground-words.ts";
import { entitiesCard } from "./text-entities.ts";
import { keywordsCard, languageCard, readabilityCard, summaryCard, syntaxCard } from "./text-facts.ts";
import { piiCard } from "./text-pii.ts";
import type { TextRecord } from "./text-record.ts";
import { sentimentCard } from "./text-sentiment.ts";

function warnings(record: TextRecord): HTMLElement[] {
  return record.warnings.map(({ message }) => element("p", { class: "notice warn" }, sentence(message)));
}

/**
 * Renders the results of an analysis.
 *
 * @param text The text as it was sent.
 * @param json The unchanged response.
 */
export function drawRecord(text: string, record: TextRecord, json: string): HTMLElement[] {
  const { sentiment, entities, keywords, summary, readability, pii, syntax } = record;
  return [
    ...warnings(record),
    ...(sentiment ? [sentimentCard(text, sentiment)] : []),
    ...(entities ? [entitiesCard(text, entities)] : []),
    ...(pii ? [piiCard(text, pii)] : []),
    element(
      "div",
      { class: "findings" },
      ...(keywords ? [keywordsCard(keywords)] : []),
      ...(summary ? [summaryCard(summary)] : []),
      languageCard(record),
      ...(readability ? [readabilityCard(readability)] : []),
    ),
    ...(syntax ? [syntaxCard(syntax)] : []),
    jsonDetails(json, "analysis.json"),
  ];
}
