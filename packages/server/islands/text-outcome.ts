import { element } from "./dom.ts";
import { count, sentence } from "./playground-words.ts";
import type { TextRecord } from "./text-record.ts";

type Evidence = NonNullable<TextRecord["sentiment"]>["evidence"][number];

const maxClauseLength = 60;
const clauseEnd = /[.,;:!?…–—。、！？\n]/u;

/** Returns the clause around evidence, or the nearest words if the clause is long. */
function clauseAround(text: string, { start, end }: Evidence): string {
  let [from, to] = [start, end];
  while (from > 0 && start - from < maxClauseLength && !clauseEnd.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - end < maxClauseLength && !clauseEnd.test(text.charAt(to))) to += 1;
  const whole = text.slice(from, to).trim();
  return whole.length <= maxClauseLength ? whole : text.slice(start, end);
}

/** Returns the clause with the strongest evidence of a sign, in quotation marks; `null` if there is none. */
function strongest(text: string, evidence: readonly Evidence[], sign: 1 | -1): string | null {
  const [first] = evidence
    .filter(({ weight }) => weight * sign > 0)
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return first ? `“${clauseAround(text, first)}”` : null;
}

/** Returns the reasons of a label: the strongest clauses for it, and those against it. */
function reasons(text: string, { label, evidence }: NonNullable<TextRecord["sentiment"]>): string {
  const good = strongest(text, evidence, 1);
  const bad = strongest(text, evidence, -1);
  const [first, second] = label === "negative" ? [bad, good] : [good, bad];
  if (first === null || label === "neutral") return "";
  return second === null || second === first ? `: ${first}` : `: ${first}, but ${second}`;
}

/** Returns the numbers of what was found, such as "3 names". */
function findings({ entities, pii, keywords }: TextRecord): string {
  const names = entities?.length ?? 0;
  const personal = pii?.entities.length ?? 0;
  return [
    ...(names > 0 ? [count(names, "entity", "entities")] : []),
    ...(personal > 0 ? [`${count(personal, "item")} of personal data`] : []),
    ...(keywords && keywords.length > 0 ? [count(keywords.length, "keyword")] : []),
  ].join(", ");
}

/** Renders the result of an analysis in one large line, as its own evidence says it. */
export function textOutcome(text: string, record: TextRecord): HTMLElement {
  const { sentiment, language } = record;
  const label = sentiment ? sentence(sentiment.label).slice(0, -1) : language.name;
  const found = findings(record);
  return element(
    "div",
    { class: "outcome" },
    element("p", { dir: "auto" }, element("b", {}, label), ...(sentiment ? [reasons(text, sentiment)] : [])),
    ...(found === ""
      ? []
      : [element("p", { class: "muted" }, `Found: ${found}. Language: ${language.name}.`)]),
  );
}

const displayNames = new Intl.DisplayNames("en", { type: "language" });

/** Returns a warning as a note: the codes of languages become their names. */
function noteText({ analysis, message }: TextRecord["warnings"][number]): string {
  const [before = "", codes] = message.split("only in: ");
  const named = (codes ?? "").split(", ").map((code) => displayNames.of(code) ?? code);
  const words = codes === undefined ? message : `${before}only in ${named.join(", ")}`;
  return sentence(
    analysis && words.startsWith(`${analysis} has no`) ? words.slice(`${analysis} has `.length) : words,
  );
}

/** Renders what the language of the text does not support, as notes. */
export function languageNotes({ warnings }: TextRecord): HTMLElement[] {
  return warnings.map((warning) => element("p", { class: "muted small note" }, noteText(warning)));
}
