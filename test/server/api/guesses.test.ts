import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createApi, failedAttempts } from "@tools-api/server";
import { readConfig, type RunningServer, serveNode } from "@tools-api/server/node";
import { afterEach, describe, expect, it } from "vitest";
import { expectContractHeaders, getRequest } from "../contract.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/**
 * Returns unknown keys with a valid checksum. They are the most expensive guesses, because the server looks them up.
 */
async function wellFormedGuesses(count: number): Promise<string[]> {
  const elsewhere = memoryDocuments();
  const made = Array.from({ length: count }, (_, index) =>
    createApiKey(elsewhere, `acct_${index}`, {}, { at: 1 }),
  );
  return (await Promise.all(made)).map(({ secret }) => secret);
}

describe("10,000 guesses from one address", () => {
  it("get 20 responses a minute, while a valid key is served throughout", async () => {
    const documents = memoryDocuments();
    const clock = { now: () => Date.parse("2026-11-21T12:00:00Z") };
    const api = createApi({
      documents,
      usage: memoryUsage(),
      authenticator: apiKeyAuthenticator({ documents, clock }),
      clock,
    });
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: clock.now() });
    const { secret: key } = await createApiKey(documents, account.id, {}, { at: clock.now() });
    const guesses = [
      ...(await wellFormedGuesses(2000)),
      ...Array.from({ length: 8000 }, (_, index) => `tk_live_${String(index).padStart(38, "0")}`),
    ];
    const counts = new Map<number, number>();
    const valid = new Set<number>();
    const profile = async (credential: string) =>
      (await api.request("/v1/user/profile", getRequest(credential))).status;
    const guess = async () => {
      for (let next = guesses.pop(); next !== undefined; next = guesses.pop()) {
        const status = await profile(next);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (guesses.length % 500 === 0) valid.add(await profile(key));
      }
    };
    await Promise.all(Array.from({ length: 16 }, guess));
    expect(Object.fromEntries(counts)).toEqual({ 401: 20, 429: 9980 });
    expect([...valid]).toEqual([200]);
  });
});

describe("the memory of failed attempts", () => {
  it("is bounded: 100,000 other addresses evict the first one", async () => {
    const attempts = failedAttempts(1, { now: () => 1_000_000 });
    expect(await Promise.all([attempts.add("192.0.2.1"), attempts.add("192.0.2.1")])).toEqual([true, false]);
    for (let index = 0; index < 100_000; index++)
      await attempts.add(`2001:db8:${(index >> 8).toString(16)}:${(index & 0xff).toString(16)}::1`);
    expect(await attempts.add("192.0.2.1")).toBe(true);
  });

  it("treats all spellings of an address and its /64 as one", async () => {
    const attempts = failedAttempts(1, { now: () => 1_000_000 });
    for (const [first, same] of [
      ["2001:db8:1:2:3:4:5:6", ["2001:DB8:1:2::1", "2001:0db8:0001:0002:ffff::", "2001:db8:1:2::9%eth0"]],
      [
        "192.0.2.1",
        ["::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1", "::ffff:c000:0201%1"],
      ],
      ["2001:db8::1", ["2001:db8:0:0:1::", "2001:db8::192.0.2.1"]],
    ] as const) {
      expect(await attempts.add(first), first).toBe(true);
      for (const spelling of same) expect(await attempts.add(spelling), spelling).toBe(false);
    }
    for (const other of ["::ffff:c000:202", "2001:db8:1:3::1", "2001:db8:0:1::1", "::1", "fe80::1"])
      expect(await attempts.add(other), other).toBe(true);
  });
});

describe("X-Forwarded-For", () => {
  async function start(settings: Record<string, string>): Promise<RunningServer> {
    const fixed = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent", AUTH_FAILURES_PER_MINUTE: "2" };
    const server = await serveNode(readConfig({ ...fixed, ...settings }));
    closing.push(() => server.close());
    return server;
  }

  /** Returns the remaining failures after one more from an address. */
  async function left({ url }: RunningServer, forwarded?: string): Promise<number> {
    const headers = {
      Authorization: "Bearer guess",
      ...(forwarded !== undefined && { "X-Forwarded-For": forwarded }),
    };
    return expectContractHeaders(await fetch(`${url}/v1/user/profile`, { headers })).remaining;
  }

  it("is ignored unless a proxy is configured", async () => {
    const server = await start({});
    expect([await left(server, "192.0.2.1"), await left(server, "192.0.2.2")]).toEqual([1, 0]);
    const third = { headers: { Authorization: "Bearer guess", "X-Forwarded-For": "192.0.2.3" } };
    expect((await fetch(`${server.url}/v1/user/profile`, third)).status).toBe(429);
  });

  it("is trusted only for the configured proxies, whatever the client has prepended", async () => {
    const server = await start({ TRUST_PROXY: "1" });
    expect(await left(server, "192.0.2.1")).toBe(1);
    expect(await left(server, "198.51.100.7, 192.0.2.1")).toBe(0);
    expect(await left(server, "192.0.2.2")).toBe(1);
    expect(await left(server, "192.0.2.2:4711")).toBe(0);
    expect(await left(server, "[2001:db8::1]:4711")).toBe(1);
    expect(await left(server, "2001:db8::2")).toBe(0);
  });

  it("with invalid entries counts as the proxy, never as a separate caller", async () => {
    const server = await start({ TRUST_PROXY: "1", AUTH_FAILURES_PER_MINUTE: "9" });
    let expected = 9;
    for (const garbage of ["unknown", "_hidden", "a".repeat(5000), "1.2.3", "1.2.3.4.5", "[]:1", "::x", ","])
      expect(await left(server, garbage), garbage).toBe(--expected);
    expect(await left(server)).toBe(--expected);
  });
});
