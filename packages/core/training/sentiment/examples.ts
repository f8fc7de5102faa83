import { readLines } from "../shared-data.ts";
import type { Random } from "../random.ts";

/** The shares of positive, neutral and negative. Their sum is one. */
export type Target = readonly [positive: number, neutral: number, negative: number];

/** A text of the training. */
export interface Example {
  text: string;
  target: Target;
  /** The weight of the example. */
  weight: number;
  /** Indices into `emotionNames`; null if the text has no emotion labels. */
  emotions: readonly number[] | null;
}

interface EmotionLine {
  text: string;
  emotions: string[];
  label?: "positive" | "neutral" | "negative";
}

interface GradedLine {
  text: string;
  score: number;
}

interface PlainLine {
  text: string;
}

/** The weight of an example of each set. Sets that are closer to human judgments have a higher weight. */
const weights = {
  "train/sentiment-goemotions": 0.6,
  "train/sentiment-vader-movie": 1.6,
  "train/sentiment-vader-amazon": 1.6,
  "train/sentiment-vader-tweets": 1.6,
  "train/sentiment-vader-nyt": 0.8,
} as const;

/** Sentences of an encyclopedia and of contracts, which state facts. */
const plainSets = [
  "train/entities-crossner-politics",
  "train/entities-crossner-science",
  "train/entities-crossner-music",
  "train/entities-crossner-literature",
  "train/entities-crossner-ai",
  "train/entities-sec",
] as const;

const plainWeight = 1.6;
const plainTarget: Target = [0.06, 0.88, 0.06];
/** The minimum grade of a word that keeps its sentence out of the plain ones: "masterpiece", "horrible". */
const strongGrade = 2.2;

const targets: Readonly<Record<NonNullable<EmotionLine["label"]>, Target>> = {
  positive: [0.9, 0.08, 0.02],
  neutral: [0.07, 0.86, 0.07],
  negative: [0.02, 0.08, 0.9],
};

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Returns the target for a mean rating. A rating of 0.75 of 4 is positive and neutral in equal shares. */
function readTarget(score: number): Target {
  const positive = sigmoid(3 * (score - 0.75));
  const negative = sigmoid(3 * (-score - 0.75));
  return [positive, 1 - positive - negative, negative];
}

const names =
  "John Mary Sarah David Mike Emma James Anna Chris Linda Tom Kate Ahmed Maria Wei Carlos Priya Yuki Ben Laura".split(
    " ",
  );
const religions = ["Christian", "Muslim", "Jewish", "Buddhist", "Hindu", "Catholic"];

/** Replaces the data's placeholders with names. */
function withNames(text: string, random: Random): string {
  return text
    .replace(/\[NAME\]/g, () => names[random.below(names.length)] ?? "")
    .replace(/\[RELIGION\]/g, () => religions[random.below(religions.length)] ?? "");
}

/** The emotions of GoEmotions in alphabetical order. */
export const emotionNames: readonly string[] = [
  ...new Set(readLines<EmotionLine>("train/sentiment-goemotions").flatMap(({ emotions }) => emotions)),
].toSorted();

/** Returns the plain sentences, weakly labeled as neutral, without those that have a word of a strong grade. */
function readPlainExamples(findGrade: (form: string) => number | undefined): Example[] {
  return plainSets
    .flatMap((name) => readLines<PlainLine>(name))
    .filter(({ text }) =>
      text
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .every((word) => Math.abs(findGrade(word) ?? 0) < strongGrade),
    )
    .map(({ text }) => ({ text, target: plainTarget, weight: plainWeight, emotions: null }));
}

/** Returns all training examples except the composed ones. */
export function readExamples(random: Random, findGrade: (form: string) => number | undefined): Example[] {
  const emotional = readLines<EmotionLine>("train/sentiment-goemotions").flatMap(
    ({ text, emotions, label }): Example[] =>
      label
        ? [
            {
              text: withNames(text, random),
              target: targets[label],
              weight: weights["train/sentiment-goemotions"],
              emotions: emotions.map((emotion) => emotionNames.indexOf(emotion)),
            },
          ]
        : [],
  );
  const graded = (
    [
      "train/sentiment-vader-movie",
      "train/sentiment-vader-amazon",
      "train/sentiment-vader-tweets",
      "train/sentiment-vader-nyt",
    ] as const
  ).flatMap((name) =>
    readLines<GradedLine>(name).map(({ text, score }): Example => ({
      text,
      target: readTarget(score),
      weight: weights[name],
      emotions: null,
    })),
  );
  return [...emotional, ...graded, ...readPlainExamples(findGrade)];
}
