import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type Principal, ToolsError } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { getProfile } from "@tools-api/core/profile";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { account, call, recordCalls, type RecordedCall } from "../usage/recorded-calls.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function principalOf(changes: Partial<Account> = {}): Principal {
  return {
    account: { ...account, ...changes },
    credential: { method: "api_key", id: "key_1", name: "default", scopes: null, expiresAt: null },
    fences: [],
  };
}

async function statsOf(calls: RecordedCall[]) {
  const usage = memoryUsage();
  await recordCalls(usage, calls);
  const source = { usage, principal: principalOf(), plans: defaultPlans, now, endpoints };
  const { stats, quota } = await getProfile(source, { includeStats: true });
  if (!stats) throw new Error("expected statistics");
  return { ...stats, quota };
}

describe("profiles", () => {
  it("shows the account, its plan and cycle, the day's allowance and the credential", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [call("2026-11-20T10:00:00Z"), call("2026-11-21T10:00:00Z")]);
    const source = { usage, principal: principalOf({ plan: "pro" }), plans: defaultPlans, now };
    expect(await getProfile(source)).toEqual({
      id: "acct_1",
      email: "ada@example.com",
      name: "Ada",
      createdAt: Date.parse("2026-01-31T09:30:00.250Z"),
      status: "active",
      plan: {
        name: "pro",
        dailyLimit: 10_000,
        price: { amount: 2900, currency: "usd" },
        currentPeriodStart: Date.parse("2026-10-31T09:30:00.250Z"),
        currentPeriodEnd: Date.parse("2026-11-30T09:30:00.250Z"),
      },
      quota: {
        policy: "daily",
        limit: 10_000,
        used: 1,
        remaining: 9_999,
        resetsAt: Date.parse("2026-11-22T00:00:00Z"),
      },
      credential: {
        method: "api_key",
        id: "key_1",
        name: "default",
        scopes: null,
        expiresAt: null,
      },
    });
  });

  it("shows the account's agreed limit, and never a negative remainder", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [call("2026-11-21T10:00:00Z"), call("2026-11-21T10:00:00Z")]);
    const principal = principalOf({ dailyLimit: 1 });
    const { plan, quota } = await getProfile({ usage, principal, plans: defaultPlans, now });
    expect(plan.dailyLimit).toBe(1);
    expect(quota).toMatchObject({ limit: 1, used: 2, remaining: 0 });
  });

  it("rejects unknown options and options that are not booleans", async () => {
    const source = { usage: memoryUsage(), principal: principalOf(), plans: defaultPlans, now };
    for (const options of [{ includeStats: "true" }, { includeStats: null }, { stats: true }]) {
      // Invalid on purpose, like a value from a caller without types.
      const error: unknown = await getProfile(source, options as object).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ToolsError);
      expect(error).toMatchObject({ code: "invalid_parameter" });
    }
  });
});

describe("profile statistics", () => {
  it("returns null for the success rate and the instants of an account without calls", async () => {
    const { quota, ...stats } = await statsOf([]);
    expect(quota.used).toBe(0);
    expect(stats).toEqual({
      callsToday: 0,
      callsLast7Days: 0,
      callsLast30Days: 0,
      callsTotal: 0,
      successRateLast30Days: null,
      byEndpointLast30Days: { "text-analyzer": 0, "image-converter": 0, usage: 0, profile: 0 },
      firstCallAt: null,
      lastCallAt: null,
    });
  });

  it("counts calls of a host's own endpoints under the same names as the usage report", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [
      call("2026-11-20T10:00:00Z", { endpoint: "myOcr2" }),
      call("2026-11-21T10:00:00Z", { endpoint: "usage" }),
    ]);
    const principal = principalOf();
    const { stats } = await getProfile(
      { usage, principal, plans: defaultPlans, now, endpoints },
      { includeStats: true },
    );
    expect(stats?.byEndpointLast30Days).toEqual({
      "text-analyzer": 0,
      "image-converter": 0,
      usage: 1,
      profile: 0,
      myOcr2: 1,
    });
    expect(stats?.callsLast30Days).toBe(2);
  });
});
