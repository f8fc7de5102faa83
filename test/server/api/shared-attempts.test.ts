import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { failedAttempts } from "@tools-api/server";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { startServer, startServerHere, type StartedServer, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Returns how many responses had each status. */
async function statuses(responses: readonly Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Sends a request to the servers in turns, all at the same time. */
function spread(servers: readonly StartedServer[], count: number, send: (url: string) => Promise<Response>) {
  return statuses(
    Array.from({ length: count }, (_, index) => send(servers[index % servers.length]?.url ?? "")),
  );
}

/** Returns the attempts of a client at an address. */
function attemptsAt(address: string) {
  const client = { "X-Forwarded-For": address };
  const form = (path: string, fields: Record<string, string>) => (url: string) =>
    fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...client, Origin: url },
      body: new URLSearchParams(fields),
    });
  return {
    key: (url: string) =>
      fetch(`${url}/v1/user/profile`, { headers: { ...client, Authorization: "Bearer guess" } }),
    password: form("/sign-in", { email: `${address}@example.com`, password: "a wrong password" }),
    // The address has no account, so no mail is sent.
    recovery: form("/reset-password", { email: "nobody@example.com" }),
    register: (url: string) =>
      fetch(`${url}/oauth/register`, {
        method: "POST",
        headers: { ...client, "Content-Type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["https://app.example/callback"] }),
      }),
  };
}

let addresses = 0;
const currentMinute = () => Math.floor(Date.now() / 60_000);

async function expectSharedLimits(usage: Record<string, string>): Promise<StartedServer[]> {
  const environment = {
    DATABASE_URL: `sqlite:${folder.path}/${crypto.randomUUID()}.db`,
    AUTH_FAILURES_PER_MINUTE: "6",
    TRUST_PROXY: "1",
    ...usage,
  };
  const servers = [await startServer(environment), await startServerHere(environment)];
  for (const server of servers) onTestFinished(() => void server.stop());
  const expected = {
    key: { 401: 6, 429: 4 },
    password: { 422: 10, 429: 2 },
    register: { 201: 20, 429: 4 },
    recovery: { 303: 3, 429: 3 },
  };
  for (const kind of Object.keys(expected) as (keyof typeof expected)[]) {
    const count = Object.values(expected[kind]).reduce((sum, part) => sum + part);
    // A minute that ends between the attempts admits more of them. Then another address tries again.
    let found: Record<number, number> = {};
    for (let begun = 0; begun !== currentMinute();) {
      begun = currentMinute();
      found = await spread(servers, count, attemptsAt(`192.0.2.${++addresses}`)[kind]);
    }
    expect(found, kind).toEqual(expected[kind]);
  }
  const headers = { Authorization: `Bearer ${servers[0]?.key}` };
  expect(await spread(servers, 10, (url) => fetch(`${url}/v1/user/profile`, { headers }))).toEqual({
    200: 10,
  });
  return servers;
}

describe("the limits on attempts", () => {
  it("hold for two processes together on one SQLite file", async () => {
    await expectSharedLimits({});
  });

  it.runIf(canStartRedis())(
    "hold for two processes together on Redis, and for each process while Redis is down",
    async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.remove());
      const servers = await expectSharedLimits({ USAGE_URL: `redis://${redis.host}:${redis.port}` });
      await redis.kill();
      expect(await spread(servers, 4, attemptsAt("198.51.100.1").password)).toEqual({ 422: 4 });
    },
  );

  it("cost the store one call per failure, and none once the address is over the limit", async () => {
    const store = memoryUsage();
    let calls = 0;
    const usage: typeof store = {
      ...store,
      consume(batch) {
        calls += 1;
        return store.consume(batch);
      },
    };
    const clock = { now: () => 1_000_000 };
    const [one, two] = [failedAttempts(2, clock, { usage }), failedAttempts(2, clock, { usage })];
    expect([await one.add("192.0.2.1"), await one.add("192.0.2.1"), await two.add("192.0.2.1")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(calls).toBe(3);
    for (let attempt = 0; attempt < 100; attempt++) {
      expect(await one.add("192.0.2.1")).toBe(false);
      expect(await two.add("192.0.2.1")).toBe(false);
    }
    expect(calls).toBe(3);
    expect(two.rateLimit("192.0.2.1")).toMatchObject({ remaining: 0, resetsAt: 1_020_000 });
  });

  it("are those of the process while the store fails or does not respond", async () => {
    const clock = { now: () => 1_000_000 };
    for (const consume of [
      () => Promise.reject(new Error("down")),
      () => new Promise<never>(() => {}),
    ] as const) {
      const attempts = failedAttempts(1, clock, { usage: { ...memoryUsage(), consume } });
      expect([await attempts.add("a"), await attempts.add("a")]).toEqual([true, false]);
    }
  });
});
