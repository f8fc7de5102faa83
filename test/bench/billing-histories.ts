// Random histories of accounts over months, in billing on the memory stores and in the reference model of
// `test/core/billing/reference`: plan changes, quotes, payments that fail, pend and arrive late, refunds, disputes,
// credits, suspension, closing, price changes and downtime. Compares lines, invoices and states after the events.
// Fails with the smallest history that differs:
// pnpm --filter @tools-api/bench billing-histories [histories] [seed]
import { checkHistories } from "../core/billing/reference/run.ts";

const [count = "50000", seed] = process.argv.slice(2);
const numRuns = Number(count);

const started = performance.now();
await checkHistories({ numRuns, ...(seed !== undefined && { seed: Number(seed) }) });
console.log(`${count} histories, 0 differences, in ${Math.round((performance.now() - started) / 1000)} s`);
