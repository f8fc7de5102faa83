import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundleIfOlder } from "./bundle.ts";
import { coresOfQuota } from "./cpu-quota.ts";
import { isWhole } from "./whole.ts";

bundleIfOlder();

if (isWhole) {
  // The processes of the tests inherit it.
  process.env["TOOLS_API_SEED"] ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(
    `Properties have the seed ${process.env["TOOLS_API_SEED"]}. Set TOOLS_API_SEED to repeat them.`,
  );
}

// Processes of tools with the default of 10 get a tenth of the time next to workers and other busy programs. Tests that
// wait for them then take six times as long.
process.env["TOOL_NICENESS"] = "0";

/**
 * Files whose tests inspect, load or hold locks in their own process, or wait for minutes. Each has its own process.
 * They start first.
 */
const alone = [
  "adapters/process-pool.test.ts",
  "server/api/overload.test.ts",
  "server/runtime/store-failures.test.ts",
];
/** Slow files, which start next. They share processes, so that each process loads the modules once. */
const slow = [
  "{adapters,core}/image/{corpus,hostile}.test.ts",
  "adapters/storage/{postgres,redis,sqlite,unstorage,server-failures,retention}.test.ts",
  "adapters/storage/{usage-rules,usage-model}.property.test.ts",
  "adapters/storage/{postgres-batches,redis-cluster,unstorage-process}.test.ts",
  "core/text/{hostile.test,spans.property.test}.ts",
  "docstrings.test.ts",
  "examples.test.ts",
  "journeys/{operator,owner}.test.ts",
  "server/account/dashboard/{every-page,playground-image,playground-text,playground-tools,usage-chart}.test.ts",
  "server/api/{image-pool,long-texts}.test.ts",
  "server/cli/{archives,cli}.test.ts",
  "server/docs/try-it.test.ts",
  "server/runtime/{exactness,outbox-processes,start,stop,store-urls}.test.ts",
];
// `npm run packaging` installs what these need, and runs them.
const exclude = ["**/node_modules/**", "{mcp,openapi,packaging}/**", "**/*.deno.test.ts"];

/** The files that have more tests or other seeds with `TOOLS_API_WHOLE=1`. */
const partial = [
  "**/*.property.test.ts",
  "adapters/storage/unstorage-lease.test.ts",
  "core/{billing/kill/kill,files/kill}.test.ts",
  "{adapters,core}/image/{corpus,hostile}.test.ts",
  "journeys/{operator,owner}.test.ts",
  "server/account/dashboard/every-page.test.ts",
  "server/{api/units,cli/archives}.test.ts",
  "server/runtime/{exactness,idempotent-calls,stop-recorders,store-failures}.test.ts",
];

export default defineConfig({
  resolve: { conditions: ["@tools-api/source"] },
  ssr: { resolve: { conditions: ["@tools-api/source"] } },
  test: {
    // For machines that are many times slower. A test fails for its time only if it never ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Without it, a failed wait of `expect.poll` and `vi.waitFor` would say how slow the machine is.
    expect: { poll: { timeout: 60_000 } },
    // Without it, each run and each process transforms the models again, which are 5 MB of source.
    experimental: { fsModuleCache: true },
    reporters: ["dot"],
    silent: "passed-only",
    setupFiles: [fileURLToPath(new URL("./setup.ts", import.meta.url))],
    // Tests wait for processes, servers and browsers two fifths of their time, so two cores can run three workers. Less than
    // a core is too little for the deadlines of several servers.
    maxWorkers: coresOfQuota() < 1 ? 1 : 3,
    // Concurrent tests mostly wait, including for their turn.
    maxConcurrency: 32,
    projects: isWhole
      ? [{ extends: true, test: { name: "whole", include: partial, exclude } }]
      : [
          { extends: true, test: { name: "alone", include: alone, exclude } },
          // The names are in the order in which Vitest starts the projects.
          { extends: true, test: { name: "slow", include: slow, exclude, isolate: false } },
          {
            extends: true,
            test: {
              name: "together",
              include: ["**/*.test.ts"],
              exclude: [...exclude, ...alone, ...slow],
              // Starting a process and loading the modules takes longer than the tests of most files.
              isolate: false,
            },
          },
        ],
  },
});
