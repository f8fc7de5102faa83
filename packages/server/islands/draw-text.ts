import { element } from "./dom.ts";
import { jsonDetails } from "./json-view.ts";
import { inUtf16, markedCards } from "./text-cards.ts";
import { keywordsCard, languageCard, readabilityCard, summaryCard, syntaxCard } from "./text-facts.ts";
import { notes } from "./text-outcome.ts";
import type { Draw } from "./tool-answer.ts";

/** Draws the results of an analysis in its text. */
export const draw: Draw = ({ fields, json }) => {
  const text = String(fields["text"]);
  const record = inUtf16(text, json ?? "");
  const { keywords, summary, readability, syntax } = record;
  return [
    ...markedCards(text, record),
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
