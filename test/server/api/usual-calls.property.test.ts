import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { Authenticator, Plans, UsageStore } from "@tools-api/core";
import { createAccount, createApiKey, revokeApiKey, setPlan } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi } from "@tools-api/server";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plans } from "../../core/usage/naive-quota.ts";

const start = Date.parse("2026-11-21T23:59:58.300Z");
const path = "/v1/user/profile";
const report = "/v1/analytics/usage";

type Caller = "free" | "pro" | "narrowed" | "capped";
const callers = ["free", "pro", "narrowed", "capped"] as const;
const caller = fc.constantFrom(...callers);

type Step =
  | {
      do: "call";
      caller: Caller;
      request: { method: string; target: string; headers: Record<string, string> };
    }
  | { do: "revoke"; caller: Caller }
  | { do: "change the plan"; caller: Caller; plan: "free" | "pro"; dailyLimit: number | null }
  | { do: "move the clock"; by: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("call" as const),
      caller,
      request: fc.record({
        method: fc.oneof(
          { weight: 4, arbitrary: fc.constant("GET") },
          fc.constantFrom("HEAD", "POST", "OPTIONS"),
        ),
        target: fc.oneof(
          { weight: 6, arbitrary: fc.constant(path) },
          fc.constantFrom(
            report,
            ...["?", "?include_stats=true", "?include_stats=perhaps", "?access_token=x", "/", "%20"].map(
              (suffix) => path + suffix,
            ),
          ),
        ),
        headers: fc.oneof(
          { weight: 4, arbitrary: fc.constant({}) },
          fc.constantFrom<Record<string, string>[]>(
            { "X-Request-Id": "from-the-client" },
            { "X-Request-Id": "not usable" },
            { Accept: "text/html" },
            { "Content-Length": "0" },
            { Authorization: "Bearer " },
            { Authorization: "Basic YTpi" },
            { Authorization: "Bearer tk_live_unknown" },
          ),
        ),
      }),
    }),
  },
  fc.record({ do: fc.constant("revoke" as const), caller }),
  fc.record({
    do: fc.constant("change the plan" as const),
    caller,
    plan: fc.constantFrom("free" as const, "pro" as const),
    dailyLimit: fc.option(fc.integer({ min: 1, max: 12 })),
  }),
  fc.record({ do: fc.constant("move the clock" as const), by: fc.constantFrom(1, 700, 2000, 61_000, -700) }),
);

const plain = (name: Caller, target = path, method = "GET"): Step => ({
  do: "call",
  caller: name,
  request: { method, target, headers: {} },
});
// Each caller repeats the usual call: the second time, its credential is cached.
const repeated: Step[] = callers.flatMap((name) => [plain(name, report), plain(name), plain(name)]);

// The random steps rarely include one of these.
const rare: Step[] = [
  ...["?access_token=x", "?include_stats=perhaps", "/"].map((suffix) => plain("pro", path + suffix)),
  plain("pro", path, "OPTIONS"),
];

/** Opens accounts, and two APIs over them that count separately. The routes of the second answer every call. */
async function openWorld() {
  const documents = memoryDocuments();
  const keys = new Map<Caller, { account: string; id: string; secret: string }>();
  for (const name of callers) {
    const { id } = await createAccount(
      documents,
      { email: `${name}@example.com`, plan: name === "pro" ? "pro" : "free" },
      Date.now(),
    );
    const { apiKey, secret } = await createApiKey(
      documents,
      id,
      {
        ...(name === "narrowed" && { scopes: ["usage:read" as const] }),
        ...(name === "capped" && { dailyLimit: 2 }),
      },
      Date.now(),
    );
    keys.set(name, { account: id, id: apiKey.id, secret });
  }
  const open = (recalls: boolean) => {
    const { recall, ...authenticator } = apiKeyAuthenticator({ documents });
    const asked: Authenticator = recalls && recall ? { ...authenticator, recall } : authenticator;
    return openApi({ documents, usage: memoryUsage(), authenticator: asked, plans });
  };
  return { documents, keys, usual: open(true), routed: open(false) };
}

function openApi(dependencies: ApiDependencies & { plans: Plans }) {
  const records: object[] = [];
  const api = createApi({ ...dependencies, log: (record) => records.push(record) });
  return { api, records, usage: dependencies.usage };
}

const randomId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns everything that a caller sees, without random ids. */
async function seen(response: Response) {
  const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
  return { status: response.status, text: text.replaceAll(randomId, "id") };
}

/** Returns the log records without their random ids. */
function comparable(records: object[]): unknown {
  return JSON.parse(JSON.stringify(records).replaceAll(randomId, "id"));
}

type Opened = ReturnType<typeof openApi>;

/** Sends a request to both APIs. Returns the status of the responses. */
async function expectSameAnswer(
  [usual, routed]: [Opened, Opened],
  target: string,
  init: RequestInit,
): Promise<number> {
  const [first, second] = await Promise.all([
    usual.api.request(target, init),
    routed.api.request(target, init),
  ]);
  expect(await seen(first)).toEqual(await seen(second));
  expect(comparable(usual.records)).toEqual(comparable(routed.records));
  return first.status;
}

/** Executes steps on both APIs. Adds the statuses of the responses to `statuses`. */
async function expectSame(steps: readonly Step[], statuses: number[]): Promise<void> {
  vi.setSystemTime(start);
  const { documents, keys, usual, routed } = await openWorld();
  const { fence } = usual.usage;
  // Each API has counters of its own. Both learn of a change.
  const usage: UsageStore = {
    ...usual.usage,
    async fence(id, revision) {
      await Promise.all([fence.call(usual.usage, id, revision), routed.usage.fence(id, revision)]);
    },
  };
  const stores = { documents, usage };
  for (const step of steps) {
    if (step.do === "move the clock") {
      vi.setSystemTime(Date.now() + step.by);
      continue;
    }
    const key = keys.get(step.caller);
    if (!key) throw new Error(`no key of ${step.caller}`);
    if (step.do === "call") {
      const { method, target, headers } = step.request;
      const init = { method, headers: { Authorization: `Bearer ${key.secret}`, ...headers } };
      statuses.push(await expectSameAnswer([usual, routed], target, init));
    } else if (step.do === "revoke") await revokeApiKey(stores, key.id, Date.now());
    else await setPlan(stores, key.account, step.plan, step.dailyLimit);
  }
  for (const { account, id } of keys.values()) {
    const day = Math.floor(start / 86_400_000) * 86_400_000;
    const reading = { account, boundaries: [day, day + 3 * 86_400_000], windows: [] };
    const counts = async ({ usage }: typeof usual) => {
      const { buckets, lifetime } = await usage.read(reading);
      return {
        buckets,
        lifetime,
        last: await usage.lastUsed([id]),
      };
    };
    expect(await counts(usual)).toEqual(await counts(routed));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the usual call", () => {
  it("gets the response, the log record and the counts that the routes give, after any steps", async () => {
    const statuses: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), async (steps) => {
        await expectSame(steps, statuses);
      }),
      { numRuns: 30, examples: [[repeated], [rare]] },
    );
    expect(new Set(statuses)).toEqual(new Set([200, 204, 400, 401, 403, 404, 405, 422, 429]));
  });
});
