// Random histories of plan changes over years on the memory stores. Compares each with a model of its own:
// the cost of cycles, the charges of quotes, the sum of the ledger, and the current plan. Fails with the
// smallest history that differs:
// pnpm --filter @tools-api/bench billing-histories [histories]
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { checkHistories } from "../core/billing/history.ts";

const [count = "100000"] = process.argv.slice(2);

const started = performance.now();
await checkHistories(Number(count), () => ({ documents: memoryDocuments(), usage: memoryUsage() }));
console.log(`${count} histories, none wrong, in ${Math.round((performance.now() - started) / 1000)} s`);
