// Measures the first call of an analysis in a new process, including its models, and the memory after it:
// pnpm --filter @tools-api/bench text-first-calls [runs]
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { median } from "./median.ts";

const core = pathToFileURL(createRequire(import.meta.url).resolve("@tools-api/core/text")).href;
const text =
  "Ada Lovelace met Charles Babbage in London on 5 June 1833, and the new engine was not bad at all. " +
  "It saved the company $1,200 a month! The museum did not mind the noise; write to ada@example.com.";

/**
 * Returns a program that analyzes the text once, then a thousand variants of it, and prints milliseconds and
 * megabytes.
 */
const programFor = (analysisType: string) => `
  const bare = process.memoryUsage.rss();
  const start = performance.now();
  const { analyzeText } = await import(${JSON.stringify(core)});
  const imported = performance.now() - start;
  await analyzeText(${JSON.stringify(text)}, { analysisType: ${JSON.stringify(analysisType)} });
  const first = performance.now() - start;
  for (let index = 0; index < 1000; index++)
    await analyzeText(${JSON.stringify(text)} + " " + index, { analysisType: ${JSON.stringify(analysisType)} });
  console.log(JSON.stringify({ imported, first, resident: process.memoryUsage.rss() / 1e6, bare: bare / 1e6 }));
`;

const count = Number(process.argv[2] ?? 5);
for (const analysisType of ["language", "sentiment", "entities", "keywords", "pii", "all", "all,syntax"]) {
  const runs = Array.from({ length: count }, () => {
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", programFor(analysisType)]);
    // The line that the program above prints.
    return JSON.parse(output.toString()) as Record<"imported" | "first" | "resident" | "bare", number>;
  });
  console.log(
    `${analysisType.padEnd(10)} import and first call ${median(runs.map(({ first }) => first)).toFixed(0)} ms, ` +
      `of which the import ${median(runs.map(({ imported }) => imported)).toFixed(0)}; ` +
      `${median(runs.map(({ resident }) => resident)).toFixed(0)} MB resident after 1,000 more ` +
      `(bare Node: ${median(runs.map(({ bare }) => bare)).toFixed(0)} MB); median of ${count}`,
  );
}
