import { card, element, facts, remark } from "./dom.ts";
import { legend } from "./text-entities.ts";
import { markedText } from "./text-marks.ts";
import type { TextRecord } from "./text-record.ts";

/** Renders the text with its personal data marked, the redacted text, and the values of its tokens. */
export function piiCard(
  text: string,
  { entities, redacted_text, tokens = {} }: NonNullable<TextRecord["pii"]>,
): HTMLElement {
  const title = "Personal data";
  if (entities.length === 0) return card(title, remark("The text has no personal data."));
  const marks = entities.map(({ start, end, type }) => ({
    start,
    end,
    kind: type,
    label: type.replaceAll("_", " "),
  }));
  return card(
    title,
    markedText(text, marks, "Text with its personal data"),
    legend(entities.map(({ type }) => type)),
    element("h3", {}, "Redacted text"),
    markedText(redacted_text, [], "Text without personal data"),
    ...(Object.keys(tokens).length > 0 ? [element("h3", {}, "Tokens"), facts(Object.entries(tokens))] : []),
  );
}
