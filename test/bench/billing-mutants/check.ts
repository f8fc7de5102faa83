// Checks histories with billing as bundled. Prints the first history that differs.
import { checkHistories } from "../../core/billing/reference/run.ts";

const [histories = "20000", seed = "1"] = process.argv.slice(2);
await checkHistories({ numRuns: Number(histories), seed: Number(seed), endOnFailure: true });
