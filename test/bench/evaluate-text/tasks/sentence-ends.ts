import { labelledTask, LineError } from "./task.ts";

/** The sentences of a text. A text counts if all its sentences are found. */
export const sentenceEnds = labelledTask<readonly string[], readonly string[]>({
  name: "sentence-ends",
  prefix: "sentence",
  form: '{"text", "sentences": [string, …], "lang"?}',
  recognizes: ({ sentences }) => Array.isArray(sentences),
  gold: ({ sentences }) => {
    if (sentences === undefined) return undefined;
    if (Array.isArray(sentences) && sentences.every((sentence) => typeof sentence === "string"))
      return sentences;
    throw new LineError(`sentences: expected a list of strings, received ${JSON.stringify(sentences)}`);
  },
  ask: (system, text, language) => system.sentences?.(text, language),
  score: (judged) => {
    const answered = judged.filter(({ found }) => found !== null);
    const join = (sentences: readonly string[]) =>
      sentences.map((sentence) => sentence.replace(/\s+/g, " ")).join("\n");
    const right = answered.filter(({ gold, found }) => join(gold) === join(found ?? []));
    return {
      figures: {
        "texts answered": answered.length / judged.length,
        "of them right": right.length / answered.length,
      },
    };
  },
});
