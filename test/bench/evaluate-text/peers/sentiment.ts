import Sentiment from "sentiment";
import type { System } from "../systems/system.ts";

const analyzer = new Sentiment();

// https://github.com/thisandagain/sentiment, MIT; the AFINN word list.
export const systems: System[] = [
  {
    name: "sentiment",
    sentiment: (text, language) => {
      if (language !== "en") return null;
      const { comparative: score } = analyzer.analyze(text);
      return { label: score > 0 ? "positive" : score < 0 ? "negative" : "neutral", score };
    },
  },
];
