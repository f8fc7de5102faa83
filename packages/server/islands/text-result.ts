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
 * What the analyzer found, drawn.
 *
 * @param text As it was sent.
 * @param json The answer to the letter.
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
