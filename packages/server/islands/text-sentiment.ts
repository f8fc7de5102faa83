import { card, element, facts, remark } from "./dom.ts";
import { count, percent } from "./playground-words.ts";
import { markedText } from "./text-marks.ts";
import type { TextRecord } from "./text-record.ts";

type Sentiment = NonNullable<TextRecord["sentiment"]>;
type SentimentLabel = Sentiment["label"];

const labels = ["positive", "negative", "mixed", "neutral"] as const satisfies readonly SentimentLabel[];

const badges: Record<SentimentLabel, string> = {
  positive: "badge good",
  negative: "badge bad",
  mixed: "badge warn",
  neutral: "badge",
};

const maxEvidence = 12;

/** Returns a score with its sign, such as −0.82. */
function score(value: number): string {
  return (value > 0 ? "+" : "") + value.toFixed(2).replace("-", "−");
}

function evidence(found: Sentiment["evidence"]): HTMLElement[] {
  if (found.length === 0) return [];
  const strongest = found
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, maxEvidence)
    .map(({ text, weight, negated }) =>
      element(
        "li",
        {},
        element("b", { dir: "auto" }, text),
        ` ${score(weight)}${negated ? ", negated" : ""}`,
      ),
    );
  return [element("h3", {}, "Strongest words"), element("ul", { class: "words" }, ...strongest)];
}

/** Renders the sentiment of the text, of each sentence in it, and of the words that decided it. */
export function sentimentCard(text: string, sentiment: Sentiment): HTMLElement {
  const { label, confidence, sentences } = sentiment;
  const marks = sentences.map((sentence) => ({
    start: sentence.start,
    end: sentence.end,
    kind: sentence.label,
    label: `${sentence.label} ${score(sentence.score)}`,
  }));
  const tally = labels
    .map((name) => [sentences.filter((sentence) => sentence.label === name).length, name] as const)
    .filter(([found]) => found > 0)
    .map(([found, name]) => `${found} ${name}`);
  return card(
    "Sentiment",
    facts([
      ["Overall", element("span", { class: badges[label] }, label)],
      ["Score", `${score(sentiment.score)}, from −1 to +1`],
      ["Magnitude", sentiment.magnitude.toFixed(2)],
      [
        "Confidence",
        `positive ${percent(confidence.positive)}, neutral ${percent(confidence.neutral)}, negative ${percent(confidence.negative)}`,
      ],
    ]),
    markedText(text, marks, "Sentences with their sentiment"),
    remark(
      tally.length === 0
        ? "The text has no sentences."
        : `${count(sentences.length, "sentence")}: ${tally.join(", ")}.`,
    ),
    ...evidence(sentiment.evidence),
  );
}
