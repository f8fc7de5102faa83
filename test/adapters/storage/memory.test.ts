import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { expect, it } from "vitest";
import { describeDocumentsOf, describeUsageOf } from "./conformance.ts";
import { inMemory } from "./engines.ts";

const hourMs = 3_600_000;

describeDocumentsOf({
  name: "memory",
  open: inMemory,
  hasWorker: false,
  skip: [
    {
      reason: "lives and ends with its process",
      tests: [
        "loses no update across processes",
        "keeps every acknowledged commit when its process is killed",
      ],
    },
    {
      reason: "keeps no usage",
      tests: ["raises the known fences of usage in the same database, in the same step"],
    },
  ],
});

describeUsageOf({
  name: "memory",
  open: inMemory,
  hasWorker: false,
  skip: [
    {
      reason: "lives and ends with its process",
      tests: [
        "returns the state of one instant while another process writes",
        "admits exactly the remaining units of a window across processes",
        "keeps every acknowledged call when its process is killed",
        "recognizes the batches of a process that was killed",
      ],
    },
  ],
});

/** Records 120 days of usage: a call to each of ten endpoints in every 15 minutes. */
async function busyMonths() {
  const usage = memoryUsage({ clock: { now: () => yearEnd } });
  for (let day = 0; day < 120; day++) {
    const midnight = yearEnd - (day + 1) * 24 * hourMs;
    const items = Array.from({ length: 960 }, (_, index) => ({
      account: "acct_1",
      endpoint: `endpoint-${index % 10}`,
      at: midnight + Math.floor(index / 10) * 900_000,
      windows: [],
      fences: [],
    }));
    await usage.consume({ id: `day-${day}`, at: midnight, items });
  }
  return usage;
}

const yearEnd = Date.parse("2026-11-21T00:00:00Z");
const wholeYear = { account: "acct_1", boundaries: [yearEnd - 366 * 24 * hourMs, yearEnd], windows: [] };

it("lets other work run while it sums up busy months, and returns the state of one instant", async () => {
  const usage = await busyMonths();
  const reading = { isOver: false };
  let written = 0;
  const writing = (async () => {
    while (!reading.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      const at = yearEnd - 1 - written * 24 * hourMs;
      const call = { account: "acct_1", endpoint: "endpoint-0", at, windows: [], fences: [] };
      await usage.consume({ id: `late-${written++}`, at, items: [call] });
    }
  })();
  const { buckets, lifetime } = await usage.read(wholeYear);
  reading.isOver = true;
  await writing;
  const sum = buckets.reduce((calls, bucket) => calls + bucket.calls, 0);
  expect(sum).toBe(120 * 960);
  expect(lifetime.calls).toBe(sum);
  expect(written).toBeGreaterThan(2);
  expect((await usage.read(wholeYear)).lifetime.calls).toBe(sum + written);
});
