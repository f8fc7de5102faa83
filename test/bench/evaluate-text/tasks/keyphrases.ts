import { stemmer } from "stemmer";
import { meanKeyphraseF1 } from "../metrics/keyphrases.ts";
import { labelledTask, LineError } from "./task.ts";

/** Key phrases of a text, chosen by its author or a librarian. */
export const keyphrases = labelledTask<string[], string[]>({
  name: "keyphrases",
  prefix: "keyphrases",
  form: '{"text", "keyphrases": ["…"]}',
  recognizes: (line) => Array.isArray(line["keyphrases"]),
  gold: (line) => {
    const phrases = line["keyphrases"];
    if (phrases === undefined) return undefined;
    if (Array.isArray(phrases) && phrases.every((phrase) => typeof phrase === "string"))
      return phrases.length > 0 ? phrases : undefined;
    throw new LineError(`keyphrases: expected an array of strings, received ${JSON.stringify(phrases)}`);
  },
  ask: (system, text, language) => system.keyphrases?.(text, language),
  score: (judged) => ({
    figures: {
      "F1@10": meanKeyphraseF1(
        judged.map(({ gold, found }) => ({ gold, found: found ?? [] })),
        stemmer,
      ),
    },
  }),
});
