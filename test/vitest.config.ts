import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["@tools-api/source"] },
  ssr: { resolve: { conditions: ["@tools-api/source"] } },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    // For machines that do much else at the same time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
