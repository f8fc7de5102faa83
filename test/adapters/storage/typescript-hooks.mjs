// Lets a child process on Node 20, which knows no TypeScript, run the sources that are under test.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

// A source is transpiled once for all processes, since loading the compiler and its work take seconds of each.
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
  // By all that it is made of, so that none is run that was another's or has changed since.
  const digest = createHash("sha256").update(settings).update(text).digest("hex");
  const file = new URL(`${digest}.js`, transpiled);
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return { format: "module", source: known, shortCircuit: true };
  const source = await transpile(text);
  await mkdir(transpiled, { recursive: true });
  // Whole under its name at once: other processes read it at any moment.
  const draft = new URL(randomUUID(), transpiled);
  await writeFile(draft, source);
  await rename(draft, file);
  return { format: "module", source, shortCircuit: true };
}
