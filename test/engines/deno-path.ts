import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const launcher = fileURLToPath(new URL("../packaging/node_modules/.bin/deno", import.meta.url));
let path: string | undefined;

/**
 * Returns the path of Deno itself. The command of the npm package is a launcher in Node, which passes no signal on and
 * takes longer to start than Deno.
 */
export function denoPath(): string {
  path ??= execFileSync(launcher, ["eval", "console.log(Deno.execPath())"]).toString().trim();
  return path;
}
