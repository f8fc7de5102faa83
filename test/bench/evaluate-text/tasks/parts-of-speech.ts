import type { TaggedToken } from "../systems/system.ts";
import { labelledTask, LineError } from "./task.ts";

type GoldToken = readonly [start: number, end: number, pos: string, lemma: string];

function isGoldToken(value: unknown): value is GoldToken {
  if (!Array.isArray(value)) return false;
  const [start, end, pos, lemma]: unknown[] = value;
  return (
    Number.isInteger(start) &&
    Number(end) > Number(start) &&
    typeof pos === "string" &&
    typeof lemma === "string"
  );
}

/** Treebanks differ in what is an auxiliary. */
const merged = (pos: string | undefined) => (pos === "AUX" ? "VERB" : pos);

/** Returns the lemma in lower case, without the separators of compounds that some treebanks write. */
const plain = (lemma: string | undefined) => lemma?.toLowerCase().replace(/[_#](?=\p{L})/gu, "");

/**
 * Universal POS tags and lemmas: the share of gold tokens at whose start the system has a token with the same
 * tag or lemma. A gold contraction has the tag of its first word.
 */
export const partsOfSpeech = labelledTask<readonly GoldToken[], readonly TaggedToken[]>({
  name: "parts-of-speech",
  prefix: "pos",
  form: '{"text", "tokens": [[start, end, POS, lemma], …]}',
  recognizes: ({ tokens }) => Array.isArray(tokens) && Array.isArray(tokens[0]),
  gold: ({ tokens }) => {
    if (tokens === undefined) return undefined;
    if (Array.isArray(tokens) && tokens.every(isGoldToken)) return tokens;
    throw new LineError(
      `tokens: expected a list of [start, end, POS, lemma], received ${JSON.stringify(tokens).slice(0, 100)}`,
    );
  },
  ask: (system, text, language) => system.tokens?.(text, language),
  score: (judged) => {
    let [all, right, lemmas, exact] = [0, 0, 0, 0];
    for (const { gold, found } of judged) {
      const tokens = new Map(found?.map((token) => [token.start, token]));
      for (const [start, end, pos, lemma] of gold) {
        const token = tokens.get(start);
        all += 1;
        if (merged(token?.pos) === merged(pos)) right += 1;
        if (plain(token?.lemma) === plain(lemma)) lemmas += 1;
        if (token?.end === end) exact += 1;
      }
    }
    return { figures: { tags: right / all, lemmas: lemmas / all, "same tokens": exact / all } };
  },
});
