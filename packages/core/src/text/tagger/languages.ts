import { loadLexicon } from "../english/lexicon.ts";
import { isSyntaxLanguage, type SyntaxCode } from "./codes.ts";
import { openSyntaxModel, type SyntaxModel } from "./model.ts";
import type { Lexicon } from "./tagger.ts";

interface SyntaxLanguage {
  load: () => Promise<{ model: string }>;
  /** The lexicon of word classes that the model was trained with. */
  lexicon?: () => Promise<Lexicon>;
}

/** The languages of the tagger. To add one, add its treebank to `training/syntax.ts`, its code and its row here. */
const languages: Readonly<Record<SyntaxCode, SyntaxLanguage>> = {
  cs: { load: () => import("../models/syntax-cs.ts") },
  da: { load: () => import("../models/syntax-da.ts") },
  de: { load: () => import("../models/syntax-de.ts") },
  el: { load: () => import("../models/syntax-el.ts") },
  en: { load: () => import("../models/syntax-en.ts"), lexicon: loadLexicon },
  es: { load: () => import("../models/syntax-es.ts") },
  fi: { load: () => import("../models/syntax-fi.ts") },
  fr: { load: () => import("../models/syntax-fr.ts") },
  he: { load: () => import("../models/syntax-he.ts") },
  hr: { load: () => import("../models/syntax-hr.ts") },
  id: { load: () => import("../models/syntax-id.ts") },
  it: { load: () => import("../models/syntax-it.ts") },
  nl: { load: () => import("../models/syntax-nl.ts") },
  no: { load: () => import("../models/syntax-no.ts") },
  pl: { load: () => import("../models/syntax-pl.ts") },
  pt: { load: () => import("../models/syntax-pt.ts") },
  ro: { load: () => import("../models/syntax-ro.ts") },
  ru: { load: () => import("../models/syntax-ru.ts") },
  sk: { load: () => import("../models/syntax-sk.ts") },
  sl: { load: () => import("../models/syntax-sl.ts") },
  sr: { load: () => import("../models/syntax-sr.ts") },
  sv: { load: () => import("../models/syntax-sv.ts") },
  tr: { load: () => import("../models/syntax-tr.ts") },
  uk: { load: () => import("../models/syntax-uk.ts") },
};

/** Languages that are so near to another one that its model tags them. They have no lemmas of their own. */
const sameModels: Readonly<Record<string, string>> = { bs: "hr", nb: "no", nn: "no" };

const loading = new Map<string, Promise<SyntaxModel>>();

async function open({ load, lexicon }: SyntaxLanguage): Promise<SyntaxModel> {
  const [{ model }, entries = null] = await Promise.all([load(), lexicon?.()]);
  return openSyntaxModel(model, entries);
}

/** Loads the model of a language once. Returns `null` for a language without one. */
export async function loadSyntaxModel(language: string): Promise<SyntaxModel | null> {
  const code = Object.hasOwn(sameModels, language) ? (sameModels[language] ?? language) : language;
  if (!isSyntaxLanguage(code)) return null;
  const known = loading.get(code) ?? open(languages[code]);
  loading.set(code, known);
  return known;
}
