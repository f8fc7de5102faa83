// Lets a child process on Node 20, which cannot load TypeScript, run the sources under test.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

// Transpile a source once for all processes, because loading the compiler takes seconds in each.
const transpiled = new URL("../../node_modules/.cache/transpiled/", import.meta.url);
const settings = await readFile(new URL(import.meta.url));

async function transpile(text) {
  const { default: ts } = await import("typescript");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  });
  return outputText;
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  // The digest covers the settings and the text, so that no process runs outdated or foreign output.
  const digest = createHash("sha256").update(settings).update(text).digest("hex");
  const file = new URL(`${digest}.js`, transpiled);
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return { format: "module", source: known, shortCircuit: true };
  const source = await transpile(text);
  await mkdir(transpiled, { recursive: true });
  // Renaming makes the complete file appear in one step, because other processes read it at any time.
  const draft = new URL(randomUUID(), transpiled);
  await writeFile(draft, source);
  await rename(draft, file);
  return { format: "module", source, shortCircuit: true };
}
