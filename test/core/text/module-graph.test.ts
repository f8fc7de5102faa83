import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

// Hooks run in their own thread. The process may end before their console is flushed.
const hooks = `
  import { writeSync } from "node:fs";
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    writeSync(1, resolved.url + "\\n");
    return resolved;
  }`;

const analyze = (analysisType: string, language: string) =>
  `await analyzeText("Gut.", ${JSON.stringify({ analysisType, language })});`;

/** The steps of one program. No step resolves again what an earlier one has loaded. */
const steps = {
  importLight: `const light = await import("@tools-api/core/text/light");`,
  light: `await light.analyzeText("Gut.", { language: "en" });`,
  import: `const { analyzeText } = await import("@tools-api/core/text");`,
  personalData: analyze("pii,readability", "en"),
  language: analyze("language", "auto"),
  germanKeywords: analyze("keywords", "de"),
  all: analyze("all", "en"),
  germanSentiment: analyze("sentiment", "de"),
  syntax: analyze("syntax", "en"),
};

type Step = keyof typeof steps;

/** Returns the modules that each step resolves, a line each. */
function modulesOfSteps(): Map<string, string> {
  const source = `
    import { writeSync } from "node:fs";
    import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    ${Object.entries(steps)
      .map(([name, program]) => `writeSync(1, "step ${name}\\n");\n${program}`)
      .join("\n")}`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", source], {
    cwd: folder,
    encoding: "utf8",
  });
  const sections = output.split("step ").map((section) => section.split("\n"));
  return new Map(sections.map(([name = "", ...lines]) => [name, lines.join("\n")]));
}

describe("@tools-api/core/text", () => {
  let modules: Map<string, string>;
  beforeAll(() => {
    modules = modulesOfSteps();
  });

  /** Returns the packages from which a step resolves a module. */
  function packagesOf(step: Step): string[] {
    const names = modules.get(step)?.matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s.][^/\s]*)\//g) ?? [];
    return [...new Set([...names].map(([, name]) => name ?? ""))];
  }

  /** Returns the models that a step resolves for the first time. */
  function modelsOf(step: Step): string[] {
    const names = modules.get(step)?.matchAll(/models\/([\w-]+)\.js/g) ?? [];
    return [...new Set([...names].map(([, name]) => name ?? ""))].toSorted();
  }

  it("loads neither models nor sharp at import", () => {
    expect(packagesOf("importLight")).toContain("zod");
    for (const step of ["importLight", "import"] as const) {
      expect(packagesOf(step)).not.toContain("sharp");
      expect(modelsOf(step).filter((name) => name !== "vector-kernel")).toEqual([]);
    }
  });

  it("loads only the models of the requested analyses", () => {
    const english = ["sentiment", "stopwords", "syntax-en", "word-classes", "word-vectors"];
    expect(modelsOf("light")).toEqual(expect.arrayContaining(english));
    expect(modelsOf("personalData")).toEqual(["entities", "name-lexicon"]);
    expect(modelsOf("language")).toEqual(["language"]);
    expect(modelsOf("germanKeywords")).toEqual(["syntax-de"]);
    expect(modelsOf("all")).toEqual([]);
  });

  it("has neither names nor syntax of other languages than English in the light entry point", () => {
    const loaded = [...modelsOf("importLight"), ...modelsOf("light")];
    expect(loaded.filter((name) => /^entities|^name|^syntax/.test(name))).toEqual(["syntax-en"]);
  });

  it.each([
    ["all", []],
    // The light entry point has loaded English for its keywords.
    ["syntax", []],
    ["germanKeywords", ["de"]],
  ] as const)("loads only the syntax models of the languages that a step reads: %s", (step, languages) => {
    const models = modules.get(step)?.matchAll(/models\/syntax-(\w+)\.js/g) ?? [];
    expect([...new Set([...models].map(([, code]) => code))]).toEqual(languages);
  });

  it("loads the sentiment lexicon and model of the requested language only", () => {
    expect(modules.get("all")).toBeDefined();
    for (const step of ["import", "personalData", "language", "germanKeywords", "all"])
      expect(modules.get(step)).not.toMatch(/lexicon\/languages\/|models\/sentiment-/);
    const lexicons = modules.get("germanSentiment")?.matchAll(/lexicon\/languages\/(\w+)\.js/g) ?? [];
    expect([...new Set([...lexicons].map(([, name]) => name))]).toEqual(["german"]);
    const models = modules.get("germanSentiment")?.matchAll(/models\/sentiment-(\w+)\.js/g) ?? [];
    expect([...new Set([...models].map(([, code]) => code))]).toEqual(["de"]);
  });
});
