// Ends a process by kill -9 at each write of each public operation of billing: before it, while it runs, and after it. Then
// the books add up, the series of invoice numbers has no gap, and after a repetition every document is as without the
// kill. Prints a line per operation, and fails on the first difference:
// pnpm --filter @tools-api/bench billing-kills [engine,…] [words of an operation]
import { onPostgres, onSqlite, type StorePlace } from "../adapters/storage/engines.ts";
import { operations } from "../core/billing/kill/operations.ts";
import { killAt, uninterrupted } from "../core/billing/kill/rounds.ts";
import { moments } from "../core/billing/kill/stores.ts";

const [engines = "sqlite,postgres", wanted = ""] = process.argv.slice(2);

async function playOn(engine: string, newPlace: () => Promise<StorePlace>): Promise<void> {
  const started = performance.now();
  let kills = 0;
  for (const name of Object.keys(operations)) {
    if (!name.includes(wanted)) continue;
    const expected = await uninterrupted(name);
    for (let write = 1; write <= expected.writes; write++)
      for (const moment of moments) {
        const place = await newPlace();
        try {
          await killAt(place, { name, write, moment }, expected);
          kills += 1;
        } finally {
          await place.remove();
        }
      }
    console.log(`${engine}: ${name}, killed at each of ${expected.writes} writes`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${engine}: ${kills} kills, 0 differences, in ${seconds} s`);
}

const places = { sqlite: onSqlite, postgres: onPostgres };
for (const engine of engines.split(","))
  if (engine === "sqlite" || engine === "postgres") await playOn(engine, places[engine]);
  else throw new Error(`expected sqlite or postgres, received ${engine}`);
// Ends the PostgreSQL server as well.
process.exit();
