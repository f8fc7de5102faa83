// Writes the class of each English word by itself: pnpm --filter @tools-api/training word-classes
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { tokenize } from "../src/text/segment/tokenize.ts";
import { tagTokens } from "./wink/wink-tags.ts";
import { writeModel } from "./write-model.ts";

/** Universal tags by the number of their class. All other tags are the last class. */
const universal = ["NOUN", "PROPN", "ADJ", "VERB", "ADV", "NUM", "DET"];

function classOf(pos: string | undefined): number {
  const index = universal.indexOf(pos ?? "");
  return index < 0 ? universal.length : index;
}

const { words } = await loadWordVectors();
const classes = new Uint8Array(words.length);
for (const [row, word] of words.entries()) {
  const tokens = tokenize(word, "en", []);
  const tags = await tagTokens(tokens);
  classes[row] = classOf(tags[tokens.findLastIndex(({ text }) => /[\p{L}\p{N}]/u.test(text))]?.pos);
}
const size = writeModel("word-classes", { classes });
console.log(`${words.length} words, ${Math.round(size / 1000)} kB`);
