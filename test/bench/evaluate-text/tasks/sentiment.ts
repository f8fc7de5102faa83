import { expectedCalibrationError } from "../metrics/calibration.ts";
import { accuracy, confusion, macroF1, twoClassAccuracy, twoClassF1 } from "../metrics/classification.ts";
import type { Opinion } from "../systems/system.ts";
import { labelledTask, LineError } from "./task.ts";

const labels = ["positive", "neutral", "negative"];

function calibrationError(judged: readonly { gold: string; found: Opinion | null }[]): number {
  const answers = judged.flatMap(({ gold, found }) => {
    const [winner] = Object.entries(found?.confidence ?? {}).toSorted(([, a], [, b]) => b - a);
    return winner ? { confidence: winner[1], correct: winner[0] === gold } : [];
  });
  return expectedCalibrationError(answers);
}

/** Positive, neutral or negative. The answer `mixed` counts as an error, because no gold has it. */
export const sentiment = labelledTask<string, Opinion>({
  name: "sentiment",
  prefix: "sentiment",
  form: '{"text", "label": "positive" | "neutral" | "negative"}',
  recognizes: ({ label }) => typeof label === "string",
  gold: ({ label }) => {
    if (label === undefined) return undefined;
    if (typeof label === "string" && labels.includes(label)) return label;
    throw new LineError(`label: expected ${labels.join(", ")}, received ${JSON.stringify(label)}`);
  },
  ask: (system, text, language) => system.sentiment?.(text, language),
  score: (judged) => {
    const scored = judged.map(({ gold, found }) => ({ gold, score: found?.score ?? null }));
    const classified = judged.map(({ gold, found }) => ({ gold, label: found?.label ?? null }));
    return {
      figures: {
        accuracy: accuracy(classified),
        "macro F1": macroF1(classified),
        "two-class": twoClassAccuracy(scored),
        "two-class F1": twoClassF1(scored),
        ECE: calibrationError(judged),
      },
      breakdown: { title: "gold \\ answer", rows: confusion(classified), counts: true },
    };
  },
});
