import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type UsageStore } from "@tools-api/core";
import { getUsage } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { account } from "./recorded-calls.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

/**
 * Creates a store that reads one query after the other, like a busy engine, and records the reads in progress
 * per account.
 */
function slowUsage() {
  const memory = memoryUsage();
  let last = Promise.resolve();
  const reading = new Map<string, number>();
  let most = 0;
  const usage: UsageStore = {
    ...memory,
    read(query) {
      const running = (reading.get(query.account) ?? 0) + 1;
      reading.set(query.account, running);
      most = Math.max(most, running);
      const turn = last.then(() => new Promise((resolve) => setTimeout(resolve, 2)));
      last = turn.then(() => {});
      return turn
        .then(() => memory.read(query))
        .finally(() => reading.set(query.account, (reading.get(query.account) ?? 1) - 1));
    },
  };
  return { usage, mostAtOnce: () => most };
}

describe("fair usage reports", () => {
  it("reads usage reports of one account one after the other, so that the report of another account waits for at most one of them", async () => {
    const { usage, mostAtOnce } = slowUsage();
    const ended: string[] = [];
    const report = async (id: string) => {
      await getUsage({ usage, account: { ...account, id }, plans: defaultPlans, now });
      ended.push(id);
    };
    await Promise.all([...Array.from({ length: 20 }, () => report("acct_1")), report("acct_2")]);
    expect(mostAtOnce()).toBe(1);
    expect(ended.indexOf("acct_2")).toBeLessThanOrEqual(2);
    expect(ended).toHaveLength(21);
  });

  it("rejects reports beyond 1,024 in progress with 503 overloaded, and serves them again once these have ended or failed", async () => {
    const { usage } = slowUsage();
    const report = () => getUsage({ usage, account, plans: defaultPlans, now });
    const outcomes = await Promise.allSettled(Array.from({ length: 1032 }, report));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1024);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refusals).toHaveLength(8);
    for (const reason of refusals) expect(reason).toMatchObject({ code: "overloaded", retryAfter: 1 });
    const failing: UsageStore = { ...usage, read: () => Promise.reject(new Error("down")) };
    const failed = await Promise.allSettled(
      Array.from({ length: 1032 }, () => getUsage({ usage: failing, account, plans: defaultPlans, now })),
    );
    expect(failed.every(({ status }) => status === "rejected")).toBe(true);
    await expect(report()).resolves.toMatchObject({ accountId: account.id });
  });
});
