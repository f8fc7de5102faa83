import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey, setApiKeyLimit, setPlan } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Key, keys, NaiveQuota, plans } from "../../core/usage/naive-quota.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { withLongTexts } from "../tools.ts";

const start = Date.parse("2026-11-21T23:59:58.300Z");

const kinds = ["profile", "report", "invalid", "failing", "missing"] as const;
type Kind = (typeof kinds)[number];

type Step =
  | { do: "request"; key: Key; kind: Kind; calls: number }
  | { do: "change plan"; plan: "free" | "pro"; dailyLimit: number | null }
  | { do: "cap a key"; key: Key; cap: number | null }
  | { do: "move the clock"; by: number };

const key = fc.constantFrom(...keys);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("request" as const),
      key,
      kind: fc.constantFrom(...kinds),
      calls: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({
    do: fc.constant("change plan" as const),
    plan: fc.constantFrom("free" as const, "pro" as const),
    dailyLimit: fc.option(fc.integer({ min: 1, max: 12 })),
  }),
  fc.record({ do: fc.constant("cap a key" as const), key, cap: fc.option(fc.integer({ min: 1, max: 5 })) }),
  fc.record({
    do: fc.constant("move the clock" as const),
    by: fc.constantFrom(1, 700, 1000, 2000, 61_000, -1, -700, -2000, -61_000),
  }),
);

/** The outcome of an admitted request by kind, and whether it counts. */
const endings: Record<Kind, { status: number; counts: boolean }> = {
  profile: { status: 200, counts: true },
  report: { status: 200, counts: true },
  invalid: { status: 422, counts: true },
  failing: { status: 500, counts: false },
  missing: { status: 404, counts: false },
};

/** Creates an API that uses `Date` as its clock, with an account and two keys. */
async function openApi() {
  const documents = memoryDocuments();
  const usage = memoryUsage();
  const api = createApi({
    documents,
    usage,
    plans,
    authenticator: apiKeyAuthenticator({ documents }),
    ...withLongTexts(0, () => Promise.reject(new Error("the process died"))),
  });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const issue = () => createApiKey(documents, account.id, {}, { at: Date.now() });
  const issued = { key_a: await issue(), key_b: await issue() };
  const stores = { documents, usage };
  return {
    setPlan: (plan: "free" | "pro", dailyLimit: number | null) =>
      setPlan(stores, account.id, { plan, dailyLimit }),
    setCap: (key: Key, cap: number | null) => setApiKeyLimit(stores, issued[key].apiKey.id, cap),
    send(key: Key, kind: Kind): Promise<Response> {
      const { secret } = issued[key];
      const get = (path: string) => Promise.resolve(api.request(path, getRequest(secret)));
      const paths: Record<Kind, () => Promise<Response>> = {
        profile: () => get("/v1/user/profile"),
        report: () => get("/v1/analytics/usage?start_date=2026-11-20&end_date=2026-11-23"),
        invalid: () => get("/v1/user/profile?include_stats=perhaps"),
        failing: async () => api.request("/v1/tools/text-analyzer", jsonRequest(secret, { text: "Hello" })),
        missing: () => get("/v1/nothing"),
      };
      return paths[kind]();
    },
  };
}

interface Body {
  quota?: { used: number; remaining: number; limit: number };
  series?: { start: string; calls: number }[];
}

/** Sends concurrent requests and compares each response with the model. */
async function expectAnswers(
  api: Awaited<ReturnType<typeof openApi>>,
  model: NaiveQuota,
  { key, kind, calls }: Extract<Step, { do: "request" }>,
): Promise<void> {
  const at = Date.now();
  const policies = model.policies(key, at);
  const { status, counts } = endings[kind];
  // Failing requests hold their unit for a moment, so concurrent ones could see each other's.
  const together = kind === "failing" ? 1 : calls;
  const admitted = kind === "missing" ? together : Math.min(together, model.left(key, at));
  const before = policies.map(({ window, limit }) => ({ limit, used: model.count(window) }));
  const answers = await Promise.all(Array.from({ length: together }, () => api.send(key, kind)));
  const [served, refused] = [
    answers.filter((answer) => answer.status !== 429),
    answers.filter((answer) => answer.status === 429),
  ];
  expect(served.map((answer) => answer.status)).toEqual(Array.from({ length: admitted }, () => status));
  const windows = policies.map(({ window }) => ({ id: window, limit: 0, ends: 0 }));
  if (counts) for (let call = 0; call < admitted; call++) model.add({ windows, units: 1 });

  const shown = served.map((answer) => expectContractHeaders(answer).policies);
  for (const figures of shown)
    expect(figures.map(({ policy, limit }) => [policy, limit])).toEqual(
      policies.map(({ policy, limit }) => [policy, limit]),
    );
  for (const answer of refused) {
    const { policies: figures } = expectContractHeaders(answer);
    expect(figures.map(({ policy, remaining }) => [policy, remaining])).toEqual(
      policies.map(({ policy, window, limit }) => [policy, Math.max(0, limit - model.count(window))]),
    );
    const problem = await expectProblem(answer, 429, "quota_exceeded");
    const full = figures.filter(({ remaining }) => remaining === 0);
    expect(problem["violated-policies"]).toEqual(full.map(({ policy }) => policy));
    expect(Number(answer.headers.get("Retry-After"))).toBe(
      Math.max(...full.map(({ seconds }) => seconds ?? 0)),
    );
  }
  // A report's count for the day is read later. All other counts are of the admission, and all differ.
  for (const [index, { limit, used }] of before.entries()) {
    const remaining = shown.map((figures) => figures[index]?.remaining ?? -1).toSorted((a, b) => b - a);
    const expected = remaining.map((_, call) => Math.max(0, limit - used - (counts ? call + 1 : 0)));
    // The lowest of several readings is the last one.
    const from = kind === "report" && index === 0 ? -1 : 0;
    expect(remaining.slice(from)).toEqual(expected.slice(from));
  }
  for (const [index, answer] of served.entries()) {
    if (kind !== "profile" && kind !== "report") continue;
    const { quota, series } = (await answer.json()) as Body;
    const daily = shown[index]?.[0];
    expect(quota).toMatchObject({ limit: daily?.limit, remaining: daily?.remaining });
    for (const { start, calls } of series ?? []) {
      const day = start.slice(0, 10);
      expect(calls).toBe(
        new Date(at).toISOString().startsWith(day) ? quota?.used : model.count(`day:${day}`),
      );
    }
  }
}

/** Executes steps from the start, and compares all visible counts with the model after each. */
async function expectAgreement(steps: readonly Step[]): Promise<void> {
  vi.setSystemTime(start);
  const api = await openApi();
  const model = new NaiveQuota();
  for (const step of steps) {
    if (step.do === "request") await expectAnswers(api, model, step);
    else if (step.do === "move the clock") vi.setSystemTime(Date.now() + step.by);
    else if (step.do === "cap a key") {
      model.caps.set(step.key, step.cap);
      await api.setCap(step.key, step.cap);
    } else {
      model.plan = step.plan;
      model.dailyLimit = step.dailyLimit;
      await api.setPlan(step.plan, step.dailyLimit);
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("headers, counters and reports", () => {
  it("agree with the model after any sequence of steps", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        await expectAgreement(steps);
      }),
      { numRuns: 40 },
    );
  });
});
