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

/** Renders the name of an entity as a button, which outlines its mentions in the text and scrolls to the first. */
function mentionsButton(name: string, marked: HTMLElement, index: number): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "plain", dir: "auto", "aria-pressed": "false" },
    name,
  );
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") === "true";
    for (const other of button.closest("table")?.querySelectorAll("[aria-pressed=true]") ?? [])
      other.setAttribute("aria-pressed", "false");
    for (const mark of marked.querySelectorAll(".chosen")) mark.classList.remove("chosen");
    if (isShown) return;
    button.setAttribute("aria-pressed", "true");
    const mentions = marked.querySelectorAll(`[data-entity="${index}"]`);
    for (const mark of mentions) mark.classList.add("chosen");
    mentions[0]?.scrollIntoView({ block: "nearest" });
  });
  return button;
}

/** Renders the text with its entities marked, and a table of the entities. */
export function entitiesCard(text: string, entities: readonly Entity[]): HTMLElement {
  if (entities.length === 0) return card("Entities", remark("The text has no entities."));
  const marks = entities.flatMap(({ type, mentions }, index) =>
    mentions.map(({ start, end }) => ({ start, end, kind: type, label: type, entity: String(index) })),
  );
  const marked = markedText(text, marks, "Text with its entities");
  // Most texts have only names, which have no standard form.
  const isNormalized = entities.some(({ normalized }) => normalized !== null);
  const rows = entities
    .slice(0, maxRows)
    .map(({ text, type, normalized, mentions, salience, confidence }, index) => [
      mentionsButton(text, marked, index),
      type,
      ...(isNormalized ? [normalized ?? "–"] : []),
      String(mentions.length),
      percent(salience),
      percent(confidence),
    ]);
  const columns = ["Entity", "Type", ...(isNormalized ? ["Standard form"] : []), "Mentions"];
  const more = entities.length - rows.length;
  return card(
    "Entities",
    marked,
    legend(marks.map(({ kind }) => kind)),
    table("Entities", [...columns, "Salience", "Confidence"], rows),
    ...(more > 0 ? [remark(`See the JSON for ${count(more, "other")}.`)] : []),
  );
}
