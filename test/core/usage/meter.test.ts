import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { createMeter, defaultPlans, type Principal, type UsageStore } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { groupCommit } from "@tools-api/core/internal";
import { describe, expect, it } from "vitest";

const noon = Date.parse("2026-11-21T12:00:00Z");

const opened = Date.parse("2026-11-01T00:00:00Z");

const account: Account = {
  id: "acct_1",
  email: "ada@example.com",
  name: "Ada",
  status: "active",
  plan: "free",
  dailyLimit: 3,
  createdAt: opened,
  cycleAnchor: opened,
};

function principal(revision = 1, changes: Partial<Account> = {}): Principal {
  return {
    account: { ...account, ...changes },
    credential: { method: "api_key", id: "key_1", name: "default", scopes: [], expiresAt: null },
    fences: [{ id: "accounts/acct_1", revision }],
  };
}

function meterAt(now: () => number, usage: UsageStore = memoryUsage({ clock: { now } })) {
  return { usage, meter: createMeter({ usage, plans: defaultPlans, clock: { now } }) };
}

const reloaded = (found: Principal) => () => Promise.resolve(found);

describe("the meter", () => {
  it("admits calls up to the limit, shows the remaining ones, then rejects calls until the next day", async () => {
    let now = noon;
    const { meter } = meterAt(() => now);
    const admit = () => meter.admit(principal(), "profile", reloaded(principal()));
    for (const remaining of [2, 1, 0]) expect((await admit()).allowances).toMatchObject([{ remaining }]);
    await expect(admit()).rejects.toMatchObject({
      code: "quota_exceeded",
      retryAfter: 43_200,
      exceeded: ["daily"],
      allowances: [{ used: 3, limit: 3, remaining: 0, resetsAt: Date.parse("2026-11-22T00:00:00Z") }],
    });
    now += 43_200_000;
    expect((await admit()).allowances).toMatchObject([
      { used: 1, resetsAt: Date.parse("2026-11-23T00:00:00Z") },
    ]);
  });

  it("counts nothing if the reloaded principal is rejected", async () => {
    const { meter } = meterAt(() => noon);
    const refusal = new Error("revoked");
    await expect(meter.admit(principal(), "profile", () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await meter.allowances(principal())).toMatchObject([{ used: 0 }]);
  });

  it("returns storage_unavailable for an account that changes faster than it can be read", async () => {
    const { meter, usage } = meterAt(() => noon);
    let revision = 1;
    const reload = async () => {
      const found = principal(revision);
      revision += 1;
      await usage.fence("accounts/acct_1", revision);
      return found;
    };
    await expect(meter.admit(principal(0), "profile", reload)).rejects.toMatchObject({
      code: "storage_unavailable",
      retryAfter: 1,
    });
  });
});

describe("groupCommit", () => {
  it("returns each caller its own result, in groups that never exceed the limit", async () => {
    const groups: number[] = [];
    const double = groupCommit({
      limit: 7,
      defer: () => Promise.resolve(),
      async write(items: number[]) {
        groups.push(items.length);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return items.map((item) => item * 2);
      },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => double(index)));
    expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => index * 2));
    expect(Math.max(...groups)).toBe(7);
  });

  it("rejects only the callers of the group whose write failed", async () => {
    let writes = 0;
    const write = groupCommit({
      limit: 2,
      defer: () => Promise.resolve(),
      write(items: string[]) {
        writes += 1;
        return writes === 1 ? Promise.reject(new Error("disk full")) : Promise.resolve(items);
      },
    });
    const results = await Promise.allSettled(["a", "b", "c"].map(write));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });
});
