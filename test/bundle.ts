import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/**
 * Bundles the command of the server again if `tsc -b` has built a package since. Tests that start it then start what the
 * sources say.
 */
export function bundleIfOlder(): void {
  const builtAt = (path: string) => statSync(packages + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(
    ...["core", "adapters", "server"].map((name) => builtAt(`${name}/dist/.tsbuildinfo`)),
  );
  if (newest > builtAt("server/dist/cli.js"))
    execFileSync(process.execPath, [`${packages}server/bundle.mjs`]);
}
