import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { bucketMs } from "@tools-api/core/storage";
import { createStorage } from "unstorage";
import { expect, it } from "vitest";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function usageAt(start: number, storage = createStorage()) {
  const clock = { time: start, now: () => clock.time };
  const usage = unstorageUsage({ storage, clock });
  const consume = async (id: string, window: { id: string; ends: number; ttlMs?: number }) => {
    const call = {
      account: "acct_1",
      endpoint: "e",
      at: clock.time,
      windows: [{ limit: 9, ...window }],
      fences: [],
    };
    const [admission] = await usage.consume({ id, at: clock.time, items: [call] });
    return admission;
  };
  const used = async (window: string) =>
    (await usage.read({ account: "acct_1", boundaries: [], windows: [window] })).used[0];
  const namesOf = async (part: string) =>
    (await storage.getKeys("tools-api")).filter((name) => name.includes(part));
  return { clock, storage, usage, consume, used, namesOf };
}

it("keeps a counter until the first new window after its retention", async () => {
  const { clock, consume, used } = usageAt(Date.UTC(2026, 10, 21));
  const ends = clock.time + hourMs;
  await consume("1", { id: "short", ends, ttlMs: hourMs });
  await consume("2", { id: "usual", ends });
  clock.time = ends + hourMs - 1;
  await consume("3", { id: "other", ends: clock.time + 100 * dayMs });
  expect([await used("short"), await used("usual")]).toEqual([1, 1]);
  clock.time = ends + hourMs;
  await consume("4", { id: "new", ends: clock.time });
  expect([await used("short"), await used("usual")]).toEqual([0, 1]);
  clock.time = ends + 2 * dayMs;
  await consume("5", { id: "newest", ends: clock.time });
  expect([await used("usual"), await used("other")]).toEqual([0, 1]);
});

it("recognizes a batch for an hour, and the last one when it is opened again", async () => {
  const { clock, storage, consume, usage } = usageAt(Date.UTC(2026, 10, 21));
  const window = { id: "day", ends: clock.time + 1_000 * dayMs };
  const first = { outcome: "admitted", used: [1] };
  expect(await consume("early", window)).toEqual(first);
  clock.time += hourMs - 1;
  await consume("other", window);
  expect(await consume("early", window)).toEqual(first);
  clock.time += 1;
  await consume("late", window);
  expect(await consume("early", window)).toEqual({ outcome: "admitted", used: [4] });
  await usage.close();
  const reopened = usageAt(clock.time, storage);
  expect(await reopened.consume("early", window)).toEqual({ outcome: "admitted", used: [4] });
  expect(await reopened.consume("new", window)).toEqual({ outcome: "admitted", used: [5] });
});

it("folds the 15-minute buckets of days that ended more than 400 days ago, and loses no sum", async () => {
  const start = Date.UTC(2025, 0, 1);
  const { clock, storage, usage, consume, namesOf } = usageAt(start);
  const window = { id: "for ever", ends: start + 10_000 * dayMs, limit: 1e9 };
  for (const quarter of [0, 1, 7, 95, 96, 97, 200]) {
    clock.time = start + quarter * bucketMs;
    await consume(`q-${quarter}`, window);
  }
  const days = Array.from({ length: 4 }, (_, day) => start + day * dayMs);
  const quarters = Array.from({ length: 3 * 96 + 1 }, (_, index) => start + index * bucketMs);
  const read = async (boundaries: number[]) =>
    (await usage.read({ account: "acct_1", boundaries, windows: [] })).buckets.map(
      ({ start: begins, calls }) => [(begins - start) / bucketMs, calls],
    );
  const before = await read(days);
  expect(before).toEqual([
    [0, 4],
    [96, 2],
    [192, 1],
  ]);

  clock.time = start + 401 * dayMs - 1;
  await consume("not yet", window);
  expect(await read(quarters)).toHaveLength(7);
  clock.time = start + 402 * dayMs;
  for (const turn of [1, 2, 3]) await consume(`fold-${turn}`, window);
  expect(await read(quarters)).toEqual([
    [0, 4],
    [96, 2],
    [200, 1],
  ]);
  expect(await read(days)).toEqual(before);
  const [first = ""] = await namesOf(":2025-01-01");
  expect(await storage.getItem<string>(first)).toMatch(/"rows":\[\[0,0,4,/);
});
