// Analyzes each line of a file, with eight calls in flight. A call that fails for a moment is attempted again:
// TOOLS_API_KEY=tk_live_… npx tsx many-texts.ts reviews.txt
import { readFile } from "node:fs/promises";
import { createClient } from "@tools-api/server/client";

const { TOOLS_API_URL: baseUrl = "http://localhost:3000", TOOLS_API_KEY: token = "" } = process.env;
const [path] = process.argv.slice(2);
if (path === undefined || token === "") {
  console.error("Usage: TOOLS_API_KEY=tk_live_… npx tsx many-texts.ts FILE, with a text on each line.");
  process.exit(2);
}
const client = createClient({ baseUrl, token });

/** Calls a function for each item, `limit` at a time, and returns the results in the order of the items. */
async function mapInFlight<Item, Result>(
  items: readonly Item[],
  limit: number,
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // All runners take the next item from one iterator.
  const entries = items.entries();
  const run = async () => {
    for (const [index, item] of entries) results[index] = await call(item);
  };
  await Promise.all(Array.from({ length: limit }, run));
  return results;
}

const texts = (await readFile(path, "utf8")).split("\n").filter((line) => line.trim() !== "");
const analyses = await mapInFlight(texts, 8, (text) =>
  client.call("text-analyzer", { text, analysis_type: "sentiment" }),
);
for (const [index, { sentiment }] of analyses.entries()) console.log(sentiment?.label, texts[index]);
