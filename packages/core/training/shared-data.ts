import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data"), "text");

/**
 * Returns the lines of a JSONL file of the shared data, such as `train/entities-sec`. The README of the data describes
 * their form, and the caller names it as the type.
 */
export function readLines<Line>(name: string): Line[] {
  const content = readFileSync(join(folder, `${name}.jsonl`), "utf8");
  return content
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** The names of all training sets. */
export const trainingSets: readonly string[] = readdirSync(join(folder, "train"))
  .filter((name) => name.endsWith(".jsonl"))
  .toSorted()
  .map((name) => `train/${name.replace(/\.jsonl$/, "")}`);
