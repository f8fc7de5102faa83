// Changes security-relevant sources in many small ways, with StrykerJS, and runs the tests of each area against each
// change. Lists the changes that no test notices. Ends with 1 if an area has more of them than allowed:
// pnpm --filter @tools-api/bench mutants [area…]
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { areas } from "./mutants/areas.ts";

// Stryker copies the folder that it runs in.
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const wanted = process.argv.slice(2);
for (const [name, { mutate, tests, minimum }] of Object.entries(areas)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  // Not Stryker's option `testFiles`, with which 9.6.1 never applies a change of code that runs at import.
  process.env["TOOLS_API_MUTANT_TESTS"] = JSON.stringify(tests);
  await new Stryker({
    mutate,
    mutator: { excludedMutations: ["StringLiteral"], plugins: null },
    plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
    testRunner: "vitest",
    vitest: { configFile: "test/bench/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 1,
    reporters: ["clear-text"],
    clearTextReporter: { reportTests: false, allowColor: false },
    thresholds: { high: 100, low: minimum ?? 0, break: minimum },
  }).runMutationTest();
}
