import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

// Hooks run in a thread of their own, whose console the end of the process may overtake.
const hooks = `
  import { writeSync } from "node:fs";
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    writeSync(1, resolved.url + "\\n");
    return resolved;
  }`;

/** The modules that a program that uses `analyzeText` resolves, a line each. */
function loadedModules(program: string): string {
  const source = `
    import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    const { analyzeText } = await import("@tools-api/core/text");
    ${program}`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", source], {
    cwd: folder,
    encoding: "utf8",
  });
}

/** The packages of which it resolves a module. */
function loadedPackages(program: string): string[] {
  const names = loadedModules(program).matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s.][^/\s]*)\//g);
  return [...new Set([...names].map(([, name]) => name ?? ""))];
}

const lazy = ["sharp", "wink-nlp", "wink-eng-lite-web-model", "stopwords-iso"];

function lazilyLoaded(program: string): string[] {
  const loaded = loadedPackages(program);
  return lazy.filter((name) => loaded.includes(name));
}

describe("@tools-api/core/text", () => {
  it("loads neither models nor sharp when it is imported", () => {
    expect(loadedPackages("")).toContain("zod");
    expect(lazilyLoaded("")).toEqual([]);
  });

  it("loads what the analyses asked for need, and no more", () => {
    const analyze = (analysisType: string, language: string) =>
      lazilyLoaded(`await analyzeText("Good.", ${JSON.stringify({ analysisType, language })});`);
    expect(analyze("pii,readability", "en")).toEqual([]);
    expect(analyze("syntax", "en")).toEqual(["wink-nlp", "wink-eng-lite-web-model"]);
    expect(analyze("all", "en")).toEqual(["stopwords-iso"]);
    expect(analyze("keywords", "de")).toEqual(["stopwords-iso"]);
    expect(analyze("language", "auto")).toEqual([]);
  });

  it("loads the sentiment words of the language asked for, and of no other", () => {
    const program = `await analyzeText("Gut.", { analysisType: "sentiment", language: "de" });`;
    const lexicons = loadedModules(program).matchAll(/lexicon\/languages\/(\w+)\.js/g);
    expect([...new Set([...lexicons].map(([, name]) => name))]).toEqual(["german"]);
    expect(loadedModules(`await analyzeText("Good.");`)).not.toContain("lexicon/languages");
  });
});
