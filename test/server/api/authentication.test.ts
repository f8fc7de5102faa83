import { revokeApiKey } from "@tools-api/core/accounts";
import { failedAttempts } from "@tools-api/server";
import { afterEach, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";

const open: ApiServer[] = [];
async function start(...args: Parameters<typeof startApi>): Promise<ApiServer> {
  const api = await startApi(...args);
  open.push(api);
  return api;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
});

const profile = (api: ApiServer, key: string) => fetch(`${api.url}/v1/user/profile`, getRequest(key));

describe("failed authentications", () => {
  it("are limited by address, while a valid key is always served", async () => {
    const api = await start();
    const { key } = await api.customer();
    for (let left = 19; left >= 0; left--) {
      const response = await profile(api, `guess-${left}`);
      expect(expectContractHeaders(response)).toMatchObject({ policy: "unauthenticated", remaining: left });
      await expectProblem(response, 401, "invalid_credentials");
    }
    const response = await profile(api, "one guess more");
    const late = Number(response.headers.get("Retry-After")) - (expectContractHeaders(response).seconds ?? 0);
    expect([0, 1]).toContain(late);
    const problem = await expectProblem(response, 429, "too_many_attempts");
    expect(problem).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#abnormal-usage-detected",
      title: "Abnormal Usage Detected",
      "violated-policies": ["unauthenticated"],
    });
    expect((await profile(api, key)).status).toBe(200);
  });

  it("do not count a missing header or a formerly valid key", async () => {
    const api = await start();
    const revoked = await api.customer();
    await revokeApiKey(api, revoked.apiKey.id, Date.now());
    const expired = await api.customer({ expiresAt: Date.now() - 1 });
    for (let attempt = 0; attempt < 25; attempt++) {
      await expectProblem(await fetch(`${api.url}/v1/user/profile`), 401, "missing_credentials");
      await expectProblem(await profile(api, revoked.key), 401, "invalid_credentials");
      await expectProblem(await profile(api, expired.key), 401, "invalid_credentials");
    }
    expect(expectContractHeaders(await fetch(`${api.url}/v1/user/profile`)).remaining).toBe(20);
  });

  it.each([
    ["Bearer ", "received Bearer without a value"],
    ["Bearer undefined", "received Bearer with a placeholder"],
    ["Bearer ${API_KEY}", "received Bearer with a placeholder"],
    ["Bearer Bearer tk_live_x", "received Bearer with a placeholder"],
    ["Basic dGtfbGl2ZV94Og==", "received the scheme Basic."],
    ["tk_live_x", "received a value without a scheme."],
    ["tk_live_x secret", "received another scheme."],
    ["", "received none. The server does not read X-Api-Key."],
  ])("do not count %j, which is no credential, and the message says what came", async (value, received) => {
    const api = await start();
    const other: Record<string, string> = value === "" ? { "X-Api-Key": "tk_live_x" } : {};
    const headers = { ...(value !== "" && { Authorization: value }), ...other };
    const response = await fetch(`${api.url}/v1/user/profile`, { headers });
    expect((await expectProblem(response, 401, "missing_credentials")).message).toContain(received);
    expect(expectContractHeaders(response).remaining).toBe(20);
  });

  it("are forgotten after a minute", async () => {
    let now = 1_000_000;
    const attempts = failedAttempts(2, { now: () => now });
    expect(await Promise.all([attempts.add("a"), attempts.add("a"), attempts.add("a")])).toEqual([
      true,
      true,
      false,
    ]);
    expect(await attempts.add("b")).toBe(true);
    now += 60_000;
    expect(attempts.rateLimit("a").remaining).toBe(2);
    expect(await attempts.add("a")).toBe(true);
  });

  it("are forgotten when the clock is set back, so that no address is limited for longer than a minute", async () => {
    let now = 10_000_000;
    const attempts = failedAttempts(1, { now: () => now });
    expect(await Promise.all([attempts.add("a"), attempts.add("a")])).toEqual([true, false]);
    now -= 3_600_000;
    expect(attempts.rateLimit("a")).toMatchObject({ remaining: 1, resetsAt: now + 60_000 });
    expect(await attempts.add("a")).toBe(true);
  });
});

describe("the log", () => {
  it("has one line per request, and never a credential, a query or a text", async () => {
    const records: unknown[] = [];
    const api = await start({ log: (record) => records.push(record) });
    const { key, account, apiKey } = await api.customer();
    await fetch(`${api.url}/v1/user/profile?access_token=${key}`, {
      headers: { Authorization: `Bearer ${key}`, "X-Request-Id": key },
    });
    await fetch(`${api.url}/v1/${key}`, getRequest(key));
    await fetch(`${api.url}/v1/tools/text-analyzer`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ text: "private words", analysis_type: "private words" }),
    });
    expect(records).toHaveLength(3);
    expect(JSON.stringify(records)).not.toMatch(/tk_live|private words/);
    // The name of the parameter at fault, without the key in it.
    expect(records[0]).toMatchObject({ code: "invalid_request", parameters: ["access_token"] });
    expect(records[2]).toMatchObject({
      level: "info",
      method: "POST",
      route: "/v1/tools/text-analyzer",
      status: 422,
      code: "invalid_parameter",
      account: account.id,
      credential: apiKey.id,
    });
  });
});
