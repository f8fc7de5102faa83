import { element } from "./dom.ts";
import { count, sentence } from "./playground-words.ts";
import type { TextRecord } from "./text-record.ts";

type Evidence = NonNullable<TextRecord["sentiment"]>["evidence"][number];

const maxClauseLength = 70;
// The line puts its own conjunction between two clauses.
const conjunction = /^(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s/i;
const clauseEnd = /[.,;:!?…–—。、！？\n]/u;

/** Returns the clause around evidence, or the nearest words if the clause is long. */
function clauseAround(text: string, { start, end }: Evidence): string {
  let [from, to] = [start, end];
  while (from > 0 && start - from < maxClauseLength && !clauseEnd.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - end < maxClauseLength && !clauseEnd.test(text.charAt(to))) to += 1;
  const whole = text.slice(from, to).trim().replace(conjunction, "");
  return whole.length <= maxClauseLength ? whole : text.slice(start, end);
}

/** Returns the clauses with evidence, each with the sum of its weights. */
function weighClauses(text: string, evidence: readonly Evidence[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of evidence) {
    const clause = clauseAround(text, one);
    sums.set(clause, (sums.get(clause) ?? 0) + one.weight);
  }
  return sums;
}

/** Returns the reasons of a label: the strongest clause for it, and the strongest one against it. */
function reasons(text: string, { label, evidence }: NonNullable<TextRecord["sentiment"]>): string {
  const ascending = [...weighClauses(text, evidence)].toSorted(([, a], [, b]) => a - b);
  const bad = ascending.find(([, weight]) => weight < 0)?.[0];
  const good = ascending.findLast(([, weight]) => weight > 0)?.[0];
  const [first, second] = label === "negative" ? [bad, good] : [good, bad];
  if (first === undefined || label === "neutral") return "";
  return second === undefined ? `: “${first}”` : `: “${first}”, but “${second}”`;
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

/** Returns a warning as a note. The page links to the languages of each analysis. */
function noteText({ message }: TextRecord["warnings"][number]): string {
  const words = message.replace(/, only in: .*/, "");
  return sentence(words.replace(/^entities has (?=no )/, "").replace(/^pii has (?=no )/, "personal data: "));
}

/** Renders the warnings of an analysis, or those of the whole text and of the languages of all analyses, as notes. */
export function notes({ warnings }: TextRecord, code?: "text_too_short"): HTMLElement[] {
  return warnings
    .filter((warning) => (warning.code === "text_too_short") === (code === "text_too_short"))
    .map((warning) => element("p", { class: "muted small note" }, noteText(warning)));
}
