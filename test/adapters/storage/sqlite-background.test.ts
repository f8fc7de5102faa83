import { expect, it, onTestFinished } from "vitest";
import { callsOfBusyYear, recordBusyYear, yearQuery } from "./busy-year.ts";
import { sourceFlags } from "./source-processes.ts";
import { expectBackgroundThread } from "./sqlite-background.ts";
import { newSqliteFile } from "./sqlite-file.ts";

it("the background thread of a SQLite file reads a busy year without blocking the event loop, includes every acknowledged call, and bounds the log", () =>
  expectBackgroundThread(process.execPath, sourceFlags));

it("a SQLite file returns the same usage if its background thread cannot start", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const now = Date.now();
  const usage = await file.usage({ now: () => now });
  await usage.ping();
  const writer = await file.connection();
  recordBusyYear(writer, now);
  // Vitest resolves TypeScript, and threads of Node 20 do not.
  const { buckets, lifetime } = await usage.read(yearQuery(now));
  expect(buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(4 * callsOfBusyYear(now));
  expect(buckets.filter(({ endpoint }) => endpoint === "usage")[100]?.calls).toBe(96);
  expect(lifetime).toEqual({ calls: 0, firstCallAt: null, lastCallAt: null });
});
