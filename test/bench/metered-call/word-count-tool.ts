import { defineTool } from "@tools-api/core/tools";
import { z } from "zod";
import { countWords } from "./calls.ts";

/** Counts the words of a text. */
export default defineTool({
  name: "word-count",
  scope: "words:count",
  consent: "Count words",
  summary: "Counts the words of a text.",
  isPure: true,
  request: z.strictObject({ text: z.string().max(10_000) }),
  response: z.object({ words: z.int() }),
  examples: [{ request: { text: "Two words" } }],
  run: ({ text }) => ({ words: countWords(text) }),
});
