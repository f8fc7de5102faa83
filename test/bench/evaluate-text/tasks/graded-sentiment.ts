import { pearsonCorrelation, signAgreement } from "../metrics/correlation.ts";
import { labelledTask, LineError } from "./task.ts";

/** Sentiment strength, as human raters score it. */
export const gradedSentiment = labelledTask<number, number>({
  name: "graded-sentiment",
  prefix: "sentiment",
  form: '{"text", "score": -4..4}',
  recognizes: ({ score }) => typeof score === "number",
  gold: ({ score }) => {
    if (score === undefined) return undefined;
    if (typeof score === "number" && Math.abs(score) <= 4) return score;
    throw new LineError(`score: expected a number from -4 to 4, received ${JSON.stringify(score)}`);
  },
  ask: (system, text, language) =>
    system.sentiment &&
    Promise.resolve(system.sentiment(text, language)).then((opinion) => opinion?.score ?? null),
  score: (judged) => {
    const pairs = judged.map(({ gold, found }) => ({ gold, score: found ?? 0 }));
    return { figures: { Pearson: pearsonCorrelation(pairs), sign: signAgreement(pairs) } };
  },
});
