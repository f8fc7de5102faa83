import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { createMeter, defaultPlans, type Principal, ToolsError } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { ProfileRecord, toWire } from "@tools-api/core/internal";
import type { UsageQuery } from "@tools-api/core/storage";
import { basicProfile, getProfile } from "@tools-api/core/profile";
import { getUsage } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { account, call, recordCalls, type RecordedCall } from "../usage/recorded-calls.ts";
import { callScopes } from "../../scopes.ts";

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

  it("shows when the credential expires", async () => {
    const principal = principalOf();
    principal.credential.expiresAt = Date.parse("2026-12-24T18:00:00Z");
    const { credential } = await getProfile({ usage: memoryUsage(), principal, plans: defaultPlans, now });
    expect(credential.expiresAt).toBe(Date.parse("2026-12-24T18:00:00Z"));
  });

  it("returns the record of the HTTP API, except for camelCase names", async () => {
    const { credential, ...caller } = principalOf();
    const principal = { ...caller, credential: { ...credential, scopes: callScopes } };
    const source = { usage: memoryUsage(), principal, plans: defaultPlans, now, endpoints };
    const record = toWire(ProfileRecord, await getProfile(source));
    expect(() => ProfileRecord.strict().parse(record)).not.toThrow();
    expect(record.plan.current_period_end).toBe("2026-11-30T09:30:00.250Z");
    expect(record).not.toHaveProperty("stats");
    const whole = toWire(ProfileRecord, await getProfile(source, { includeStats: true }));
    expect(() => ProfileRecord.strict().parse(whole)).not.toThrow();
    expect(whole.stats).toMatchObject({
      calls_last_7_days: 0,
      by_endpoint_last_30_days: { "text-analyzer": 0 },
    });
  });

  it("reads the store once, and without buckets unless statistics are requested", async () => {
    const usage = memoryUsage();
    const queries: UsageQuery[] = [];
    const read: typeof usage.read = (query) => {
      queries.push(query);
      return usage.read(query);
    };
    const source = { usage: { ...usage, read }, principal: principalOf(), plans: defaultPlans, now };
    await getProfile(source, { includeStats: false });
    await getProfile(source, { includeStats: true });
    const windows = ["day:2026-11-21"];
    const boundaries = ["2026-10-23", "2026-11-15", "2026-11-21", "2026-11-22"].map((date) =>
      Date.parse(date),
    );
    expect(queries).toEqual([
      { account: "acct_1", boundaries: [], windows },
      { account: "acct_1", boundaries, windows },
    ]);
  });

  it("builds the same profile from the counts of an admission, without a read", async () => {
    const usage = memoryUsage();
    const principal = principalOf();
    const meter = createMeter({ usage, plans: defaultPlans, clock: { now: () => now } });
    const admit = () => meter.admit(principal, "profile", () => Promise.resolve(principal));
    await admit();
    const { at, allowances } = await admit();
    expect(basicProfile({ principal, plans: defaultPlans, now: at }, allowances[0]?.used ?? 0)).toEqual(
      await getProfile({ usage, principal, plans: defaultPlans, now: at }),
    );
    expect(allowances[0]?.used).toBe(2);
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
  it("counts calls in UTC days including today, and over the account's whole life", async () => {
    const stats = await statsOf([
      call("2026-01-31T10:00:00Z"),
      call("2026-10-22T23:59:59.999Z"),
      call("2026-10-23T00:00:00Z"),
      call("2026-11-14T23:59:59.999Z"),
      call("2026-11-15T00:00:00Z"),
      call("2026-11-20T23:59:59.999Z"),
      call("2026-11-21T00:00:00Z"),
      call("2026-11-21T11:59:59.999Z"),
    ]);
    expect(stats).toMatchObject({
      callsToday: 2,
      callsLast7Days: 4,
      callsLast30Days: 6,
      callsTotal: 8,
      firstCallAt: Date.parse("2026-01-31T10:00:00Z"),
      lastCallAt: Date.parse("2026-11-21T11:59:59.999Z"),
    });
  });

  it("counts only admitted calls, with today's count equal to the used allowance", async () => {
    const stats = await statsOf([
      call("2026-11-21T10:00:00Z", { end: "none" }),
      call("2026-11-21T10:00:00Z", { end: "failed" }),
      call("2026-11-21T10:00:00Z", { end: "given back" }),
      call("2026-11-21T10:00:00Z", { end: "rejected" }),
    ]);
    expect(stats.callsToday).toBe(2);
    expect(stats.quota.used).toBe(2);
    expect(stats.callsTotal).toBe(2);
  });

  it("computes the success rate of ended calls, to three decimals", async () => {
    const stats = await statsOf([
      call("2026-11-21T10:00:00Z"),
      call("2026-11-20T10:00:00Z"),
      call("2026-11-01T10:00:00Z", { end: "failed" }),
      call("2026-11-21T10:00:00Z", { end: "none" }),
      call("2026-11-21T10:00:00Z", { end: "given back" }),
      call("2026-01-31T10:00:00Z", { end: "failed" }),
    ]);
    expect(stats.successRateLast30Days).toBe(0.667);
  });

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

  it("lists each endpoint of the source and agrees with the usage report of the same days", async () => {
    const usage = memoryUsage();
    await recordCalls(usage, [
      call("2026-10-22T10:00:00Z", { endpoint: "usage" }),
      call("2026-10-23T10:00:00Z", { endpoint: "usage" }),
      call("2026-11-21T10:00:00Z", { endpoint: "image-converter" }),
      call("2026-11-21T10:20:00Z", { endpoint: "image-converter", end: "failed" }),
    ]);
    const principal = principalOf();
    const { stats } = await getProfile(
      { usage, principal, plans: defaultPlans, now, endpoints },
      { includeStats: true },
    );
    expect(stats?.byEndpointLast30Days).toEqual({
      "text-analyzer": 0,
      "image-converter": 2,
      usage: 1,
      profile: 0,
    });
    const report = await getUsage({ usage, account, plans: defaultPlans, now, endpoints });
    expect(report.totals.calls).toBe(stats?.callsLast30Days);
    expect(Object.fromEntries(report.byEndpoint.map(({ endpoint, calls }) => [endpoint, calls]))).toEqual(
      stats?.byEndpointLast30Days,
    );
  });
});
