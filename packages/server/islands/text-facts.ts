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

/** Renders the readability scores. */
export function readabilityCard(readability: NonNullable<TextRecord["readability"]>): HTMLElement {
  const grade = (value: number) => `grade ${value.toFixed(1).replace("-", "−")}`;
  return card(
    "Readability",
    facts([
      ["Flesch reading ease", `${readability.flesch_reading_ease.toFixed(1)}; higher is easier, 60 is plain`],
      ["Flesch–Kincaid", grade(readability.flesch_kincaid_grade)],
      ["Gunning fog", grade(readability.gunning_fog)],
      ["SMOG", grade(readability.smog)],
      ["Coleman–Liau", grade(readability.coleman_liau)],
      ["Automated readability", grade(readability.automated_readability)],
      ["Reading time", count(Math.round(readability.reading_time_seconds), "second")],
    ]),
  );
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
