import { once } from "../../../network/once.ts";
import type { Token } from "../../../segment/tokenize.ts";
import type { Span } from "../../../span.ts";
import { loadSyntaxModel } from "../../../tagger/languages.ts";
import type { SyntaxModel } from "../../../tagger/model.ts";
import { splitClitics } from "../../../tagger/split-clitics.ts";
import { findNamesWith } from "../find-names.ts";
import { settleTypes } from "../settle-names.ts";
import type { Tagger } from "../tagger.ts";
import type { NameMention } from "../tags.ts";
import { openNameModel } from "./model.ts";
import type { NameLists } from "./name-lists.ts";
import { settleLocalNames } from "./settle-names.ts";
import { createNameTagger } from "./tagger.ts";

const loadModel = once(async () => openNameModel((await import("../../../models/names.ts")).model));

interface Reader {
  tagger: Tagger;
  syntax: SyntaxModel;
  lists: NameLists;
}

const readers = new Map<string, Promise<Reader>>();

async function open(language: string): Promise<Reader> {
  const [model, syntax] = await Promise.all([loadModel(), loadSyntaxModel(language)]);
  if (!syntax) throw new RangeError(`language: expected one with a tagger of words, received ${language}`);
  return { tagger: createNameTagger(model, language, syntax.tag), syntax, lists: model.lists };
}

/** Loads the taggers of a language once. */
async function loadReader(language: string): Promise<Reader> {
  const known = readers.get(language) ?? open(language);
  readers.set(language, known);
  return known;
}

/** A text with its sentences. */
interface TokenizedText {
  text: string;
  /** One of `multilingualNames`. */
  language: string;
  tokens: readonly Token[];
  sentences: readonly Span[];
  /** The postal addresses, in order. */
  addresses: readonly Span[];
}

/**
 * Finds the names of persons, organizations and places in a text. The names are in the order of the text and do not
 * overlap.
 */
export async function findLocalNames({
  text,
  language,
  tokens,
  sentences,
  addresses,
}: TokenizedText): Promise<NameMention[]> {
  const { tagger, syntax, lists } = await loadReader(language);
  const words = splitClitics(tokens, syntax);
  const found = findNamesWith(tagger, words, sentences).filter(({ type }) => type !== "misc");
  return settleTypes(
    text,
    settleLocalNames({ text, language, tokens: words, lists, tagWords: syntax.tag, addresses }, found),
  );
}
