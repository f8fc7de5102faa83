// Random histories of accounts over months, in billing on the memory stores and in the reference model of
// `test/core/billing/reference`: plan changes, quotes, payments that fail, pend and arrive late, refunds, disputes,
// credits, suspension, closing, price changes and downtime. Compares lines, invoices and states after the events.
// Fails with the smallest history that differs:
// pnpm --filter @tools-api/bench billing-histories [histories] [seed]
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { checkHistories as checkPlanChanges } from "../core/billing/history.ts";
import { checkHistories } from "../core/billing/reference/run.ts";

const [count = "50000", seed] = process.argv.slice(2);
const numRuns = Number(count);

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  console.log(
    `${count} histories of ${name}, 0 differences, in ${Math.round((performance.now() - started) / 1000)} s`,
  );
}

await timed("all events", () =>
  checkHistories({ numRuns, ...(seed !== undefined && { seed: Number(seed) }) }),
);
await timed("plan changes", () =>
  checkPlanChanges(numRuns, () => ({ documents: memoryDocuments(), usage: memoryUsage() })),
);
