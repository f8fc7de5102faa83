import type { Document, TextModels } from "./document.ts";
import { findNames as findEnglishNames } from "./mentions/names/find-names.ts";
import { findLocalNames } from "./mentions/names/multilingual/find-local-names.ts";
import { runAnalyses } from "./run-analyses.ts";
import { loadSyntaxModel } from "./tagger/languages.ts";
import { tagText } from "./tagger/tag-text.ts";

function findNames({ text, language, tokens, sentences, patterns }: Document) {
  if (language === "en") return findEnglishNames(tokens(), sentences(), text);
  const addresses = patterns().filter(({ type }) => type === "address");
  return findLocalNames({ text, language, tokens: tokens(), sentences: sentences(), addresses });
}

const models: TextModels = {
  findNames,
  tagText: async (language, ...text) => {
    const model = await loadSyntaxModel(language);
    return model && tagText(model, language, ...text);
  },
};

/** Runs the requested analyses with all models. */
export function analyzeWithAllModels(text: string, options: object) {
  return runAnalyses(models, text, options);
}
