import { describe, expect, it } from "vitest";
import { expectedCalibrationError } from "../bench/evaluate-text/metrics/calibration.ts";
import {
  accuracy,
  confusion,
  macroF1,
  twoClassAccuracy,
  twoClassF1,
} from "../bench/evaluate-text/metrics/classification.ts";
import { pearsonCorrelation, signAgreement } from "../bench/evaluate-text/metrics/correlation.ts";
import { keyphraseF1, meanKeyphraseF1 } from "../bench/evaluate-text/metrics/keyphrases.ts";
import { accuracyPerLanguage, languageFigures } from "../bench/evaluate-text/metrics/languages.ts";
import {
  isSameSpan,
  ofSameType,
  onlyType,
  overlaps,
  scoreSpans,
} from "../bench/evaluate-text/metrics/spans.ts";
import { throughputFigures } from "../bench/evaluate-text/metrics/throughput.ts";

describe("classification", () => {
  const classified = [
    { gold: "positive", label: "positive" },
    { gold: "positive", label: "neutral" },
    { gold: "negative", label: "negative" },
    { gold: "negative", label: "positive" },
    { gold: "neutral", label: null },
  ];

  it("counts a missing answer as an error", () => {
    expect(accuracy(classified)).toBe(2 / 5);
  });

  it("weights every class of the gold equally in the macro F1", () => {
    // positive: 1 of 2 called, 1 of 2 present: 1/2. negative: 2·1/(1+2) = 2/3. neutral: 0.
    expect(macroF1(classified)).toBeCloseTo((1 / 2 + 2 / 3 + 0) / 3, 12);
  });

  it("counts the labels of each class in the confusion matrix", () => {
    expect(confusion(classified)).toEqual({
      negative: { negative: 1, neutral: 0, none: 0, positive: 1 },
      neutral: { negative: 0, neutral: 0, none: 1, positive: 0 },
      positive: { negative: 0, neutral: 1, none: 0, positive: 1 },
    });
  });

  it("scores the sign only on positive and negative texts", () => {
    const scored = [
      { gold: "positive", score: 0 },
      { gold: "positive", score: -0.1 },
      { gold: "negative", score: -3 },
      { gold: "negative", score: null },
      { gold: "neutral", score: 1 },
    ];
    expect(twoClassAccuracy(scored)).toBe(2 / 4);
    expect(twoClassF1(scored)).toBeCloseTo((2 / 3 + 1 / 2) / 2);
  });
});

describe("calibration", () => {
  it("weights the gap of each bin by its number of answers", () => {
    // [.9, 1]: confidence .95, accuracy 1/2, two answers. [.6, .7): confidence .6, accuracy 1, one answer.
    const answers = [
      { confidence: 1, correct: true },
      { confidence: 0.9, correct: false },
      { confidence: 0.6, correct: true },
    ];
    expect(expectedCalibrationError(answers)).toBeCloseTo((2 / 3) * 0.45 + (1 / 3) * 0.4, 12);
  });

  it("returns a calibration error of 0 for answers that are right as often as they claim", () => {
    const answers = [true, true, true, false].map((correct) => ({ confidence: 0.75, correct }));
    expect(expectedCalibrationError(answers)).toBe(0);
  });
});

describe("correlation", () => {
  it("returns a correlation of 1 for rising lines, −1 for falling lines, and NaN for a constant", () => {
    const line = (slope: number) => [-2, 0, 1, 4].map((gold) => ({ gold, score: slope * gold + 7 }));
    expect(pearsonCorrelation(line(0.1))).toBeCloseTo(1, 12);
    expect(pearsonCorrelation(line(-3))).toBeCloseTo(-1, 12);
    expect(pearsonCorrelation(line(0))).toBeNaN();
  });

  it("matches a correlation computed by hand", () => {
    // Deviations −1, 0, 1 and −4/3, 5/3, −1/3: the products sum to 1, the squares to 2 and 14/3.
    const pairs = [
      { gold: 1, score: 1 },
      { gold: 2, score: 4 },
      { gold: 3, score: 2 },
    ];
    expect(pearsonCorrelation(pairs)).toBeCloseTo(1 / Math.sqrt(2 * (14 / 3)), 12);
  });

  it("excludes texts rated 0 from sign agreement, and counts a score of 0 as disagreement", () => {
    const pairs = [
      { gold: 2, score: 0.1 },
      { gold: -1, score: 0 },
      { gold: 0, score: 5 },
    ];
    expect(signAgreement(pairs)).toBe(1 / 2);
  });
});

describe("spans", () => {
  const span = (start: number, end: number, type = "PER") => ({ start, end, type });
  const texts = [
    { gold: [span(0, 5), span(10, 20, "ORG")], found: [span(0, 5), span(12, 20, "ORG"), span(30, 35)] },
    { gold: [span(0, 3, "LOC")], found: [span(0, 3, "ORG")] },
  ];

  it("counts a span as correct only with the same bounds and type", () => {
    const { precision, recall, f1 } = scoreSpans(texts, ofSameType(isSameSpan));
    expect([precision, recall]).toEqual([1 / 4, 1 / 3]);
    expect(f1).toBeCloseTo((2 * 1) / (4 + 3), 12);
  });

  it("counts a span of any type with the same bounds as correct if types are ignored", () => {
    expect(scoreSpans(texts, isSameSpan)).toMatchObject({ precision: 2 / 4, recall: 2 / 3 });
  });

  it("counts a span that overlaps one of its type as correct if overlap is enough", () => {
    expect(scoreSpans(texts, ofSameType(overlaps))).toMatchObject({ precision: 2 / 4, recall: 2 / 3 });
    expect(overlaps(span(0, 5), span(5, 9))).toBe(false);
  });

  it("scores a type by its own spans", () => {
    expect(scoreSpans(onlyType(texts, "PER"))).toMatchObject({ precision: 1 / 2, recall: 1 });
  });

  it("returns an F1 of 0 without hits, and NaN without gold and found spans", () => {
    expect(scoreSpans([{ gold: [span(0, 1)], found: [] }]).f1).toBe(0);
    expect(scoreSpans([{ gold: [], found: [] }]).f1).toBeNaN();
  });
});

describe("keyphrases", () => {
  const stem = (word: string) => word.replace(/s$/, "");

  it("compares stems, and counts a phrase once", () => {
    const text = {
      gold: ["Neural networks", "back  propagation"],
      found: ["neural network", "Neural Networks", "cats"],
    };
    // Two phrases after stemming, one of them right, two expected.
    expect(keyphraseF1(text, stem, 10)).toBe((2 * 1) / (2 + 2));
  });

  it("reads only the best ten phrases, and expects phrases that the text lacks", () => {
    const found = Array.from("abcdefghijk");
    expect(keyphraseF1({ gold: ["k"], found }, stem, 10)).toBe(0);
    expect(keyphraseF1({ gold: ["j", "absent", "lacking"], found }, stem, 10)).toBe((2 * 1) / (10 + 3));
  });

  it("weights every text equally", () => {
    const texts = [
      { gold: ["a"], found: ["a"] },
      { gold: ["b"], found: [] },
    ];
    expect(meanKeyphraseF1(texts, stem)).toBe(1 / 2);
  });
});

describe("languages", () => {
  const long = "Dieser Satz ist mit Absicht länger als fünfzig Zeichen.";
  const identified = [
    { text: long, gold: "de", label: "de" },
    { text: "ja", gold: "de", label: "et" },
    { text: "yes", gold: "en", label: "en" },
    { text: "xin chào", gold: "vi", label: "pt" },
  ];

  it("reports the accuracy over all texts, over short texts, and over the languages that are ever found", () => {
    expect(languageFigures(identified)).toEqual({
      accuracy: 2 / 4,
      short: 1 / 3,
      known: 2 / 3,
      amongKnown: 2 / 3,
    });
  });

  it("reports the accuracy in each language", () => {
    expect(accuracyPerLanguage(identified)).toEqual({
      de: { accuracy: 1 / 2 },
      en: { accuracy: 1 },
      vi: { accuracy: 0 },
    });
  });
});

describe("throughput", () => {
  it("counts texts, millions of bytes and thousands of bytes", () => {
    expect(throughputFigures({ texts: 400, bytes: 2_000_000, seconds: 4 })).toEqual({
      textsPerSecond: 100,
      megabytesPerSecond: 0.5,
      millisecondsPerKilobyte: 2,
    });
  });
});
