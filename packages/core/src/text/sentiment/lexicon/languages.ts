import { commonConstructions } from "./common-constructions.ts";
import { openNgramModel, type NgramModel } from "./ngrams.ts";
import { compileLexicon, type Lexicon, type LexiconSource } from "./lexicon.ts";

interface SentimentLanguage {
  lexicon: () => Promise<{ lexicon: LexiconSource }>;
  model: () => Promise<{ model: string }>;
}

/**
 * The languages that have a lexicon and a model of n-grams. To add one, write its lexicon, add its sets to
 * `training/sentiment-languages.ts`, and its row here. Both load with the first text in the language.
 */
const languages: Readonly<Record<string, SentimentLanguage>> = {
  ar: { lexicon: () => import("./languages/arabic.ts"), model: () => import("../../models/sentiment-ar.ts") },
  bg: {
    lexicon: () => import("./languages/bulgarian.ts"),
    model: () => import("../../models/sentiment-bg.ts"),
  },
  bs: {
    lexicon: () => import("./languages/south-slavic.ts"),
    model: () => import("../../models/sentiment-bs.ts"),
  },
  cs: { lexicon: () => import("./languages/czech.ts"), model: () => import("../../models/sentiment-cs.ts") },
  da: { lexicon: () => import("./languages/danish.ts"), model: () => import("../../models/sentiment-da.ts") },
  de: { lexicon: () => import("./languages/german.ts"), model: () => import("../../models/sentiment-de.ts") },
  el: { lexicon: () => import("./languages/greek.ts"), model: () => import("../../models/sentiment-el.ts") },
  es: {
    lexicon: () => import("./languages/spanish.ts"),
    model: () => import("../../models/sentiment-es.ts"),
  },
  fi: {
    lexicon: () => import("./languages/finnish.ts"),
    model: () => import("../../models/sentiment-fi.ts"),
  },
  fr: { lexicon: () => import("./languages/french.ts"), model: () => import("../../models/sentiment-fr.ts") },
  he: { lexicon: () => import("./languages/hebrew.ts"), model: () => import("../../models/sentiment-he.ts") },
  hr: {
    lexicon: () => import("./languages/south-slavic.ts"),
    model: () => import("../../models/sentiment-hr.ts"),
  },
  hu: {
    lexicon: () => import("./languages/hungarian.ts"),
    model: () => import("../../models/sentiment-hu.ts"),
  },
  it: {
    lexicon: () => import("./languages/italian.ts"),
    model: () => import("../../models/sentiment-it.ts"),
  },
  nl: { lexicon: () => import("./languages/dutch.ts"), model: () => import("../../models/sentiment-nl.ts") },
  no: {
    lexicon: () => import("./languages/norwegian.ts"),
    model: () => import("../../models/sentiment-no.ts"),
  },
  pl: { lexicon: () => import("./languages/polish.ts"), model: () => import("../../models/sentiment-pl.ts") },
  pt: {
    lexicon: () => import("./languages/portuguese.ts"),
    model: () => import("../../models/sentiment-pt.ts"),
  },
  ro: {
    lexicon: () => import("./languages/romanian.ts"),
    model: () => import("../../models/sentiment-ro.ts"),
  },
  ru: {
    lexicon: () => import("./languages/russian.ts"),
    model: () => import("../../models/sentiment-ru.ts"),
  },
  sr: {
    lexicon: () => import("./languages/south-slavic.ts"),
    model: () => import("../../models/sentiment-sr.ts"),
  },
  sv: {
    lexicon: () => import("./languages/swedish.ts"),
    model: () => import("../../models/sentiment-sv.ts"),
  },
  tr: {
    lexicon: () => import("./languages/turkish.ts"),
    model: () => import("../../models/sentiment-tr.ts"),
  },
};

/** The codes of the languages that have a lexicon and a model of n-grams. */
export const lexiconLanguages: readonly string[] = Object.keys(languages);

/** The lexicon and the model of a language. */
export interface LanguageSentiment {
  lexicon: Lexicon;
  ngrams: NgramModel;
}

function findLanguage(code: string): SentimentLanguage {
  const found = languages[code];
  if (!found) throw new Error(`language: expected one of ${lexiconLanguages.join(", ")}, received ${code}`);
  return found;
}

/** Loads the lexicon of one of {@link lexiconLanguages}. Throws for any other language. */
export async function loadLexicon(code: string): Promise<Lexicon> {
  const { lexicon } = await findLanguage(code).lexicon();
  return compileLexicon(lexicon, commonConstructions[code]);
}

async function open(code: string): Promise<LanguageSentiment> {
  const [lexicon, { model }] = await Promise.all([loadLexicon(code), findLanguage(code).model()]);
  return { lexicon, ngrams: await openNgramModel(model) };
}

const loading = new Map<string, Promise<LanguageSentiment>>();

/** Loads the lexicon and the model of one of {@link lexiconLanguages} once. Throws for any other language. */
export async function loadLanguageSentiment(code: string): Promise<LanguageSentiment> {
  const known = loading.get(code) ?? open(code);
  loading.set(code, known);
  return known;
}
