// Breaks each rule of billing in turn, and runs the reference model of `test/core/billing/reference` against it. Prints
// after how many histories the model notices the change. Ends with 1 if it misses one:
// pnpm --filter @tools-api/bench billing-mutants [histories] [words of a rule]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Mutation, mutations } from "./billing-mutants/mutations.ts";

const [histories = "20000", wanted = ""] = process.argv.slice(2);
const timeoutMs = 300_000;
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "tools-api-mutants-"));

/** Bundles the check with billing after a mutation, and returns the file. */
async function bundle({ file, from, to }: Mutation): Promise<string> {
  const outfile = join(folder, "check.mjs");
  const path = join(root, file);
  const source = await readFile(path, "utf8");
  if (source.split(from).length !== 2) throw new Error(`${file}: expected one occurrence of: ${from}`);
  await build({
    entryPoints: [fileURLToPath(new URL("billing-mutants/check.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@tools-api/source"],
    logLevel: "error",
    plugins: [
      {
        name: "mutation",
        setup({ onLoad }) {
          onLoad({ filter: /packages\/core\/src\/billing\// }, (found) =>
            found.path === path
              ? // A function, because `$` has a meaning in a replacement.
                { contents: source.replace(from, () => to), loader: "ts" }
              : null,
          );
        },
      },
    ],
  });
  return outfile;
}

/** Returns after how many histories the model notices a mutation; `null` if it does not. */
async function noticedAfter(mutation: Mutation): Promise<string | null> {
  const file = await bundle(mutation);
  const child = spawn(process.execPath, [file, histories], { timeout: timeoutMs });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const [code] = await once(child, "close");
  if (code === 0) return null;
  return /Property failed after (\d+) tests/.exec(errors)?.[1] ?? `no history: ${errors.slice(0, 500)}`;
}

const missed: string[] = [];
try {
  for (const mutation of mutations) {
    if (!mutation.rule.includes(wanted)) continue;
    const noticed = await noticedAfter(mutation);
    if (noticed === null) missed.push(mutation.rule);
    console.log(`${noticed === null ? "MISSED" : `noticed after ${noticed}`}: ${mutation.rule}`);
  }
} finally {
  await rm(folder, { recursive: true });
}
console.log(missed.length === 0 ? "The model notices every change." : `${missed.length} missed`);
process.exitCode = missed.length === 0 ? 0 : 1;
