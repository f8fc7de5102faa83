import { card, element, remark, table } from "./dom.ts";
import { count, percent } from "./playground-words.ts";
import { markedText } from "./text-marks.ts";
import type { TextRecord } from "./text-record.ts";

type Entity = NonNullable<TextRecord["entities"]>[number];

const maxRows = 50;

/** Renders the kinds with their numbers of occurrences, in the colors of the text. */
export function legend(kinds: readonly string[]): HTMLElement {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const entries = [...counts].map(([kind, found]) =>
    element("li", {}, element("span", { class: "swatch", "data-kind": kind }), `${kind} ${found}`),
  );
  return element("ul", { class: "words" }, ...entries);
}

/** Renders the text with its entities marked, and a table of the entities. */
export function entitiesCard(text: string, entities: readonly Entity[]): HTMLElement {
  if (entities.length === 0) return card("Entities", remark("The text has no entities."));
  const marks = entities.flatMap(({ type, mentions }) =>
    mentions.map(({ start, end }) => ({ start, end, kind: type, label: type })),
  );
  const rows = entities
    .slice(0, maxRows)
    .map(({ text, type, normalized, mentions, salience, confidence }) => [
      element("span", { dir: "auto" }, text),
      type,
      normalized ?? "–",
      String(mentions.length),
      percent(salience),
      percent(confidence),
    ]);
  const more = entities.length - rows.length;
  return card(
    "Entities",
    markedText(text, marks, "Text with its entities"),
    legend(marks.map(({ kind }) => kind)),
    table("Entities", ["Entity", "Type", "Standard form", "Mentions", "Salience", "Confidence"], rows),
    ...(more > 0 ? [remark(`See the JSON for ${count(more, "other")}.`)] : []),
  );
}
