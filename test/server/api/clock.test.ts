import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount, createApiKey, setPlan } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";

const midnight = Date.parse("2026-03-01T00:00:00Z");
const dayMs = 86_400_000;

/** Creates an API with a clock that the test sets. Its customer has `dailyLimit` calls a day. */
async function openAt(instant: number, dailyLimit: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: instant });
  const clock = { now: () => Date.now() };
  const documents = memoryDocuments({ clock });
  const usage = memoryUsage({ clock });
  const authenticator = apiKeyAuthenticator({ documents, clock });
  const api = createApi({ documents, usage, authenticator, clock });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: instant });
  await setPlan({ documents, usage }, account.id, { plan: "free", dailyLimit });
  const { secret } = await createApiKey(documents, account.id, {}, { at: instant });
  return {
    setClock: (at: number) => vi.setSystemTime(at),
    profile: () => api.request("/v1/user/profile", getRequest(secret)),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the clock", () => {
  it("resets the daily quota at the first millisecond of the UTC day, and never announces an earlier reset", async () => {
    const { setClock, profile } = await openAt(midnight - 500, 1);
    expect(expectContractHeaders(await profile())).toMatchObject({
      remaining: 0,
      seconds: 1,
      reset: midnight / 1000,
    });
    const refused = await profile();
    // The remaining half second is rounded up, so that a retry after it succeeds.
    expect(refused.headers.get("Retry-After")).toBe("1");
    await expectProblem(refused, 429, "quota_exceeded");
    setClock(midnight - 1);
    await expectProblem(await profile(), 429, "quota_exceeded");
    setClock(midnight);
    const admitted = await profile();
    expect(admitted.status).toBe(200);
    expect(expectContractHeaders(admitted)).toMatchObject({
      remaining: 0,
      seconds: 86_400,
      reset: (midnight + dayMs) / 1000,
    });
  });

  it("updates a cached profile at the end of the billing cycle, at a scheduled change of plan and at midnight", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: midnight - 1 });
    const clock = { now: () => Date.now() };
    const account = {
      id: "acct_1",
      email: 'a"da,"quota":{@example.com',
      name: "Ada",
      status: "active" as const,
      plan: "pro" as const,
      dailyLimit: null,
      createdAt: Date.parse("2026-01-31T00:00:00Z"),
      cycleAnchor: Date.parse("2026-02-01T00:00:00Z"),
      scheduled: { plan: "free" as const, dailyLimit: 7, at: midnight + 1 },
    };
    const credential = {
      method: "jwt" as const,
      id: "jwt_1",
      name: "default",
      scopes: null,
      expiresAt: null,
    };
    const principal = { account, credential, fences: [] };
    const authenticator = { authenticate: async () => principal };
    const dependencies = { documents: memoryDocuments({ clock }), usage: memoryUsage({ clock }), clock };
    const api = createApi({ ...dependencies, authenticator });
    const profile = async () => (await api.request("/v1/user/profile", getRequest("any"))).json();

    const before = { plan: { name: "pro", current_period_start: "2026-02-01T00:00:00Z" } };
    expect(await profile()).toMatchObject({ ...before, quota: { used: 1, limit: 10_000 } });
    expect(await profile()).toMatchObject({ ...before, email: account.email, quota: { used: 2 } });
    vi.setSystemTime(midnight);
    const cycle = {
      current_period_start: "2026-03-01T00:00:00Z",
      current_period_end: "2026-04-01T00:00:00Z",
    };
    expect(await profile()).toMatchObject({
      plan: { name: "pro", daily_limit: 10_000, ...cycle },
      quota: { used: 1, resets_at: "2026-03-02T00:00:00Z" },
    });
    vi.setSystemTime(midnight + 1);
    expect(await profile()).toMatchObject({
      plan: { name: "free", daily_limit: 7, price: { amount: 0 }, ...cycle },
      quota: { used: 2, limit: 7, remaining: 5 },
      credential: { method: "jwt", expires_at: null },
    });
    const plans = { ...defaultPlans, free: { ...defaultPlans.free, price: { amount: 1, currency: "eur" } } };
    const dearer = createApi({ ...dependencies, authenticator, plans });
    const found = await dearer.request("/v1/user/profile", getRequest("any"));
    expect(await found.json()).toMatchObject({ plan: { price: { amount: 1, currency: "eur" } } });
  });
});
