import { accuracyPerLanguage, languageFigures } from "../metrics/languages.ts";
import { labelledTask, LineError } from "./task.ts";

/** The language of a text. */
export const language = labelledTask<string, string>({
  name: "language",
  prefix: "language",
  form: '{"text", "lang": ISO 639-1}',
  recognizes: ({ lang }) => typeof lang === "string",
  gold: ({ lang }) => {
    if (lang === undefined) return undefined;
    if (typeof lang === "string" && /^[a-z]{2,3}$/.test(lang)) return lang;
    throw new LineError(`lang: expected a language code of ISO 639-1, received ${JSON.stringify(lang)}`);
  },
  ask: (system, text) => system.language?.(text),
  score: (judged) => {
    const identified = judged.map(({ text, gold, found }) => ({ text, gold, label: found }));
    const { accuracy, short, known, amongKnown } = languageFigures(identified);
    return {
      figures: {
        accuracy,
        "under 50 characters": short,
        "languages known": known,
        "accuracy in those": amongKnown,
      },
      breakdown: { title: "language", rows: accuracyPerLanguage(identified) },
    };
  },
});
