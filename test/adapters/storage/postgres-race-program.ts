import process from "node:process";
import { postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";

const [location = "", limit] = process.argv.slice(2);
const usage = postgresUsage({ pool: new Pool({ connectionString: location }) });
const at = Date.now();
const windows = [{ id: "day", limit: Number(limit), ends: at + 3_600_000 }];
const call = { account: "acct_1", endpoint: "e", at, windows, fences: [] };

process.on("message", async () => {
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => usage.consume({ id: crypto.randomUUID(), at, items: [call] })),
  );
  const admitted = answers.flat().filter(({ outcome }) => outcome === "admitted").length;
  process.send?.(admitted, () => process.exit());
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
