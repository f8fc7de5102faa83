import { readFile } from "node:fs/promises";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { createStorage } from "unstorage";
import { expect, it } from "vitest";
import { faultyDriver } from "./unstorage-faulty-driver.ts";

const dayMs = 86_400_000;
const today = Date.UTC(2026, 10, 21);

it("reads documents and usage of a release before terms ended, and completes its last commit", async () => {
  // Three processes wrote it, each killed after the journal of a commit. The second and third took over.
  const url = new URL("../../fixtures/storage/unstorage-layout-1.json", import.meta.url);
  // The file has the text of each key.
  const texts = JSON.parse(await readFile(url, "utf8")) as Record<string, string>;
  const { driver } = faultyDriver("one of ours", new Map(Object.entries(texts)));
  const storage = createStorage({ driver });
  const clock = { now: () => today + 30 * 60_000 };
  const documents = unstorageDocuments({ storage, clock, leaseMs: 6_000 });
  const usage = unstorageUsage({ storage, clock, leaseMs: 6_000 });

  const found = (await documents.list("", { limit: 99 })).map(({ key, value, version }) => {
    const stamp = typeof value === "object" && value && "stamp" in value ? value.stamp : value;
    return `${key} ${version} ${String(stamp)}`;
  });
  expect(found).toEqual([
    "notes/0 9 unfinished",
    "notes/1 7 third",
    "notes/10 7 third",
    "notes/11 9 unfinished",
    ...[2, 3, 4, 6, 7, 8, 9].map((number) => `notes/${number} 7 third`),
    "only/first 2 first",
    "only/second 5 second",
    "only/third 8 third",
  ]);
  expect(await documents.commit([{ key: "only/fourth", value: 4 }])).toEqual({
    committed: true,
    version: 10,
  });

  const read = async (account: string) => {
    const boundaries = [today - dayMs, today, today + dayMs];
    const { used, lifetime, buckets } = await usage.read({ account, boundaries, windows: ["day"] });
    return {
      used,
      lifetime: lifetime.calls,
      buckets: buckets.map(({ calls, succeeded, serverErrors, rejected, bytesIn, durationUs }) => {
        return { calls, succeeded, serverErrors, rejected, bytesIn, durationUs };
      }),
    };
  };
  const none = { calls: 0, succeeded: 0, serverErrors: 0, rejected: 0, bytesIn: 0, durationUs: 0 };
  expect(await read("acct_1")).toEqual({
    used: [5],
    lifetime: 5,
    buckets: [
      { ...none, calls: 2, succeeded: 1, bytesIn: 5, durationUs: 7_000 },
      { ...none, calls: 3, succeeded: 2, rejected: 1, bytesIn: 10, durationUs: 14_000 },
    ],
  });
  expect(await read("acct_2")).toEqual({
    used: [2],
    lifetime: 2,
    buckets: [
      { ...none, serverErrors: 1 },
      { ...none, calls: 2 },
    ],
  });
  expect(await usage.lastUsed(["key_1"])).toEqual(new Map([["key_1", Date.UTC(2026, 10, 21, 0, 30)]]));

  const window = { id: "day", limit: 6, ends: Date.UTC(2026, 10, 30) };
  const fences = [{ id: "accounts/acct_1", revision: 1 }];
  const call = { account: "acct_1", endpoint: "text-analyzer", at: today, windows: [window], fences };
  const items = [call, call];
  expect(await usage.consume({ id: "batch-new", at: today, items })).toEqual([
    { outcome: "admitted", used: [6] },
    { outcome: "refused", used: [6], exceeded: ["day"] },
  ]);
  await Promise.all([documents.close(), usage.close()]);
});
