import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundleIfOlder } from "../bundle.ts";

bundleIfOlder();

const root = fileURLToPath(new URL("..", import.meta.url));
const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const setupFiles = [inRoot("setup.ts")];
const exclude = ["**/node_modules/**"];
const judges = "{mcp,openapi,packaging}/**/*.test.ts";

/** The files of `npm test` that also run on Deno. */
const onBothRuntimes = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
  .filter((path) => readFileSync(inRoot(path), "utf8").includes("testedRuntimes"));

/** The tests that need more than `npm test` installs: judges, generators, frameworks and Deno. */
export default defineConfig({
  resolve: { conditions: ["@tools-api/source"] },
  ssr: { resolve: { conditions: ["@tools-api/source"] } },
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "judges", include: [judges], exclude, setupFiles } },
      {
        extends: true,
        test: {
          name: "deno",
          include: ["**/*.deno.test.ts", ...onBothRuntimes],
          exclude,
          env: { TOOLS_API_TESTED_RUNTIME: "deno", TOOL_NICENESS: "0" },
          setupFiles: [...setupFiles, inRoot("packaging/deno-setup.ts")],
        },
      },
    ],
  },
});
