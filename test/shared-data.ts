import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data");

/**
 * Returns the path of a file or folder of the shared data. Prints a line and returns `null` if the data is absent.
 */
export function sharedData(...path: string[]): string | null {
  const file = join(folder, ...path);
  if (existsSync(file)) return file;
  console.log(
    `skipped: tests over ${path.join("/")}, which is not in ${folder} (TOOLS_API_DATA names the folder)`,
  );
  return null;
}
