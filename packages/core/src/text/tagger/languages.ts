import { isSyntaxLanguage, type SyntaxCode } from "./codes.ts";
import { loadEnglish } from "./english.ts";
import { openSyntaxModel, type SyntaxModel } from "./model.ts";

/** The languages of the tagger except English. To add one, add its treebank to `training/syntax.ts`, its code and its row here. */
const languages: Readonly<Record<Exclude<SyntaxCode, "en">, () => Promise<{ model: string }>>> = {
  cs: () => import("../models/syntax-cs.ts"),
  da: () => import("../models/syntax-da.ts"),
  de: () => import("../models/syntax-de.ts"),
  el: () => import("../models/syntax-el.ts"),
  es: () => import("../models/syntax-es.ts"),
  fi: () => import("../models/syntax-fi.ts"),
  fr: () => import("../models/syntax-fr.ts"),
  he: () => import("../models/syntax-he.ts"),
  hr: () => import("../models/syntax-hr.ts"),
  id: () => import("../models/syntax-id.ts"),
  it: () => import("../models/syntax-it.ts"),
  nl: () => import("../models/syntax-nl.ts"),
  no: () => import("../models/syntax-no.ts"),
  pl: () => import("../models/syntax-pl.ts"),
  pt: () => import("../models/syntax-pt.ts"),
  ro: () => import("../models/syntax-ro.ts"),
  ru: () => import("../models/syntax-ru.ts"),
  sk: () => import("../models/syntax-sk.ts"),
  sl: () => import("../models/syntax-sl.ts"),
  sr: () => import("../models/syntax-sr.ts"),
  sv: () => import("../models/syntax-sv.ts"),
  tr: () => import("../models/syntax-tr.ts"),
  uk: () => import("../models/syntax-uk.ts"),
};

/** Languages that are so near to another one that its model tags them. They have no lemmas of their own. */
const sameModels: Readonly<Record<string, string>> = { bs: "hr", nb: "no", nn: "no" };

const loading = new Map<string, Promise<SyntaxModel>>();

async function open(code: SyntaxCode): Promise<SyntaxModel> {
  return code === "en" ? loadEnglish() : openSyntaxModel((await languages[code]()).model, null);
}

/** Loads the model of a language once. Returns `null` for a language without one. */
export async function loadSyntaxModel(language: string): Promise<SyntaxModel | null> {
  const code = Object.hasOwn(sameModels, language) ? (sameModels[language] ?? language) : language;
  if (!isSyntaxLanguage(code)) return null;
  const known = loading.get(code) ?? open(code);
  loading.set(code, known);
  return known;
}
