import vader from "vader-sentiment";
import type { System } from "../systems/system.ts";

/** Minimum |compound| of a text that is not neutral, from VADER's own README. */
const threshold = 0.05;

// https://github.com/vaderSentiment/vaderSentiment-js, Apache-2.0.
export const systems: System[] = [
  {
    name: "vader-sentiment",
    sentiment: (text, language) => {
      if (language !== "en") return null;
      const { compound: score } = vader.SentimentIntensityAnalyzer.polarity_scores(text);
      return { label: score >= threshold ? "positive" : score <= -threshold ? "negative" : "neutral", score };
    },
  },
];
