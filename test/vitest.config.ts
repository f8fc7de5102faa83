import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["@tools-api/source"] },
  ssr: { resolve: { conditions: ["@tools-api/source"] } },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
