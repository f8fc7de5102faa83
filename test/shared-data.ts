import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data");

/** The path of a file or folder of the shared data, or `null` where the data is absent. */
export function sharedData(...path: string[]): string | null {
  const file = join(folder, ...path);
  return existsSync(file) ? file : null;
}
