import { card, element, facts, remark } from "./dom.ts";
import { count, number, percent } from "./playground-words.ts";
import type { TextRecord } from "./text-record.ts";

/** Renders the keywords by rank, each with a bar of its score. */
export function keywordsCard(keywords: NonNullable<TextRecord["keywords"]>): HTMLElement {
  if (keywords.length === 0) return card("Keywords", remark("The text has no keywords."));
  const items = keywords.map(({ text, score, count: found }) =>
    element(
      "li",
      {},
      element("span", { class: "keyword", dir: "auto" }, text),
      element("span", { class: "muted small" }, `${score.toFixed(2)}, ${count(found, "time")}`),
      element("meter", { min: "0", max: "1", value: String(score), "aria-label": `Score of ${text}` }),
    ),
  );
  const attributes = { class: "keywords", tabindex: "0", "aria-label": "Keywords by rank" };
  return card("Keywords", element("ol", attributes, ...items));
}

const unitWords: Record<TextRecord["offset_unit"], string> = {
  utf16: "in UTF-16 units",
  code_point: "in code points",
  utf8: "in bytes of UTF-8",
};

/** Renders the language with its alternatives, and the statistics of the text. */
export function languageCard({ language, statistics, offset_unit }: TextRecord): HTMLElement {
  const { code, name, confidence, detected, alternatives } = language;
  const others = alternatives.map((other) => `${other.code} ${percent(other.confidence)}`);
  return card(
    "Language and length",
    facts([
      ["Language", `${name} (${code})`],
      ["Confidence", detected ? percent(confidence) : "set by you"],
      ["Alternatives", others.length === 0 ? "–" : others.join(", ")],
      ["Characters", `${number(statistics.characters)} ${unitWords[offset_unit]}`],
      ["Words", number(statistics.words)],
      ["Sentences", number(statistics.sentences)],
      ["Paragraphs", number(statistics.paragraphs)],
    ]),
  );
}

/** Renders the most important sentences in the order of the text. */
export function summaryCard({ sentences }: NonNullable<TextRecord["summary"]>): HTMLElement {
  if (sentences.length === 0) return card("Summary", remark("The text has no sentences."));
  const items = sentences.map(({ text }) => element("li", { dir: "auto" }, text));
  return card("Summary", element("ul", { class: "summary" }, ...items));
}

const ease = (value: number) => `${value.toFixed(1)}; higher is easier`;
const grade = (value: number) => `grade ${value.toFixed(1).replace("-", "−")}`;

/** The label and the form of each score. A record has those of its language. */
const scores: readonly [
  field: keyof NonNullable<TextRecord["readability"]>,
  label: string,
  form: (value: number) => string,
][] = [
  ["flesch_reading_ease", "Flesch reading ease", (value) => `${ease(value)}, 60 is plain`],
  ["flesch_kincaid_grade", "Flesch–Kincaid", grade],
  ["gunning_fog", "Gunning fog", grade],
  ["smog", "SMOG", grade],
  ["coleman_liau", "Coleman–Liau", grade],
  ["automated_readability", "Automated readability", grade],
  ["amstad", "Amstad", ease],
  ["fernandez_huerta", "Fernández-Huerta", ease],
  ["flesch_douma", "Flesch-Douma", ease],
  ["flesch_martins", "Flesch by Martins", ease],
  ["gulpease", "Gulpease", ease],
  ["kandel_moles", "Kandel-Moles", ease],
  ["lix", "LIX", (value) => `${value.toFixed(1)}; lower is easier`],
  ["reading_time_seconds", "Reading time", (value) => count(Math.round(value), "second")],
];

/** Renders the readability scores of the text's language, with notes. */
export function readabilityCard(
  readability: Exclude<TextRecord["readability"], undefined>,
  notes: readonly HTMLElement[],
): HTMLElement {
  if (readability === null) return card("Readability", remark("The text has no sentence of words."));
  const rows = scores.flatMap(([field, label, form]): [string, string][] => {
    const value = readability[field];
    return value === undefined ? [] : [[label, form(value)]];
  });
  return card("Readability", facts(rows), ...notes);
}

const maxTokens = 300;

/** Renders the words with their parts of speech. */
export function syntaxCard({ tokens }: NonNullable<TextRecord["syntax"]>): HTMLElement {
  const items = tokens
    .slice(0, maxTokens)
    .map(({ text, pos, lemma }) =>
      element(
        "li",
        {},
        element("b", { dir: "auto" }, text),
        element("span", { class: "muted small" }, `${pos} ${lemma}`),
      ),
    );
  const more = tokens.length - items.length;
  return card(
    "Syntax",
    element("ul", { class: "tokens" }, ...items),
    ...(more > 0 ? [remark(`See the JSON for ${count(more, "other token")}.`)] : []),
  );
}
