import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundleIfOlder } from "../bundle.ts";

bundleIfOlder();

/** The tests that need more than `npm test` installs: judges, generators, frameworks and other runtimes. */
export default defineConfig({
  resolve: { conditions: ["@tools-api/source"] },
  ssr: { resolve: { conditions: ["@tools-api/source"] } },
  test: {
    include: ["{mcp,openapi,packaging}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: [fileURLToPath(new URL("../setup.ts", import.meta.url))],
    maxWorkers: 2,
  },
});
