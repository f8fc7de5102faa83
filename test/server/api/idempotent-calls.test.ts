import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey, revokeApiKey } from "@tools-api/core/accounts";
import { startKeyedCall } from "@tools-api/core/internal";
import { defineTool } from "@tools-api/core/tools";
import { createApi } from "@tools-api/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";

const runs: string[] = [];
/** Ends the calls that wait. */
let proceed = () => {};

const echo = defineTool({
  name: "echo",
  scope: "text:analyze",
  consent: "Echo texts",
  summary: "Returns a text.",
  request: z.strictObject({ text: z.string(), times: z.int().default(1) }),
  response: z.object({ text: z.string() }),
  examples: [{ request: { text: "a" } }],
  async run({ text }) {
    runs.push(text);
    if (text === "fault") throw new Error("the tool failed");
    if (text === "wait") await new Promise<void>((resolve) => (proceed = resolve));
    return { text };
  },
});

const size = defineTool({
  name: "size",
  scope: "text:analyze",
  consent: "Measure files",
  summary: "Returns the size of a file.",
  file: { field: "document", maxBytes: 1000, mediaTypes: ["text/plain"] },
  request: z.strictObject({ unit: z.enum(["byte", "bit"]).default("byte") }),
  response: z.object({ size: z.int() }),
  examples: [{ request: { document: "AAAA" } }],
  run: ({ document: { bytes }, unit }) => ({ size: bytes.length * (unit === "bit" ? 8 : 1) }),
});

async function open(dailyLimit = 100) {
  const clock = { time: Date.now(), now: () => clock.time };
  const stores = { documents: memoryDocuments({ clock }), usage: memoryUsage() };
  const authenticator = apiKeyAuthenticator({ documents: stores.documents, clock });
  const api = createApi({ ...stores, clock, authenticator, tools: [echo, size] });
  const owner = { email: "ada@example.com" };
  const account = await createAccount(stores.documents, owner, { at: clock.now() });
  const { apiKey, secret } = await createApiKey(
    stores.documents,
    account.id,
    { dailyLimit },
    { at: clock.now() },
  );
  const send = (path: string, body: BodyInit, headers: Record<string, string>, bearer = secret) =>
    api.request(`/v1/tools/${path}`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${bearer}`, ...headers },
    });
  const call = (body: unknown, key: string, path = "echo", bearer = secret) =>
    send(
      path,
      typeof body === "string" ? body : JSON.stringify(body),
      { "Content-Type": "application/json", "Idempotency-Key": key },
      bearer,
    );
  /** The calls that count, without the one that asks. */
  async function used(): Promise<number> {
    const response = await api.request("/v1/analytics/usage", getRequest(secret));
    const { remaining } = expectContractHeaders(response);
    const report = (await response.json()) as { quota: { used: number }; totals: { calls: number } };
    expect(report.totals.calls).toBe(report.quota.used);
    expect(remaining).toBe(dailyLimit - report.quota.used);
    asked += 1;
    return report.quota.used - asked;
  }
  let asked = 0;
  return { ...stores, clock, account, apiKey, api, send, call, used };
}

const isReplayed = ({ headers }: Response) => headers.get("Idempotency-Replayed") === "true";

describe("a call with an Idempotency-Key", () => {
  it("runs again when it is repeated, and is counted once for 20 repeats", async () => {
    const { call, used } = await open();
    runs.length = 0;
    for (let repeat = 0; repeat <= 20; repeat++) {
      const response = await call({ text: "a" }, "k");
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ text: "a" });
      expect(isReplayed(response)).toBe(repeat > 0);
      expect(expectContractHeaders(response).remaining).toBe(99);
    }
    expect(runs).toHaveLength(21);
    expect(await used()).toBe(1);
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(true);
    expect(await used()).toBe(2);
  });

  it("gets at most 20 uncounted repeats, however many are sent in parallel", async () => {
    const { call, used } = await open();
    await call({ text: "a" }, "k");
    const responses = await Promise.all(Array.from({ length: 30 }, async () => call({ text: "a" }, "k")));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await used()).toBe(11);
  });

  it("can be repeated by an account whose allowance is used up", async () => {
    const { call } = await open(1);
    expect((await call({ text: "a" }, "k")).status).toBe(200);
    await expectProblem(await call({ text: "b" }, "other"), 429, "quota_exceeded");
    expect((await call({ text: "a" }, "k")).status).toBe(200);
    // A refusal does not use up its key.
    await expectProblem(await call({ text: "b" }, "other"), 429, "quota_exceeded");
  });

  it("is 422 with another request, and counts", async () => {
    const { call, used } = await open();
    await call({ text: "a" }, "k");
    await expectProblem(await call({ text: "b" }, "k"), 422, "idempotency_mismatch");
    await expectProblem(await call({ text: "a", times: 2 }, "k"), 422, "idempotency_mismatch");
    await expectProblem(await call({ document: "AAAA" }, "k", "size"), 422, "idempotency_mismatch");
    expect(await used()).toBe(4);
    expect(isReplayed(await call('{ "times": 1, "text": "\\u0061" }', "k"))).toBe(true);
  });

  it("is 409 while the first call runs, without being counted", async () => {
    const { call, used } = await open();
    runs.length = 0;
    const first = call({ text: "wait" }, "k");
    await expect.poll(() => runs, { timeout: 60_000 }).toHaveLength(1);
    const refused = await call({ text: "wait" }, "k");
    expect(Number(refused.headers.get("Retry-After"))).toBe(1);
    await expectProblem(refused, 409, "idempotency_in_progress");
    proceed();
    expect((await first).status).toBe(200);
    expect(await used()).toBe(1);
    const again = call({ text: "wait" }, "k");
    await expect.poll(() => runs.filter((text) => text === "wait"), { timeout: 60_000 }).toHaveLength(2);
    proceed();
    expect(isReplayed(await again)).toBe(true);
    expect(await used()).toBe(1);
  });

  it("is the same request by another transport, or with another boundary", async () => {
    const { call, send, used } = await open();
    expect((await call({ document: "AAEC", unit: "bit" }, "k", "size")).status).toBe(200);
    const form = (boundary: string, bytes: string) =>
      send(
        "size",
        `--${boundary}\r\nContent-Disposition: form-data; name="unit"\r\n\r\nbit\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="document"; filename="${boundary}"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`,
        { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Idempotency-Key": "k" },
      );
    expect(isReplayed(await form("one", "\0\u0001\u0002"))).toBe(true);
    expect(isReplayed(await form("two", "\0\u0001\u0002"))).toBe(true);
    const raw = { "Content-Type": "text/plain", "Idempotency-Key": "k" };
    expect(isReplayed(await send("size?unit=bit", "\0\u0001\u0002", raw))).toBe(true);
    expect(await used()).toBe(1);
    await expectProblem(await form("one", "\0\u0001\u0003"), 422, "idempotency_mismatch");
    await expectProblem(await send("size", "\0\u0001\u0002", raw), 422, "idempotency_mismatch");
  });

  it("is not remembered after a 5xx, nor if its body is invalid", async () => {
    const { call, used } = await open();
    await expectProblem(await call({ text: "fault" }, "k"), 500, "internal_error");
    expect(await used()).toBe(0);
    await expectProblem(await call("{", "k"), 400, "invalid_json");
    await expectProblem(await call({ text: 5 }, "k"), 422, "invalid_parameter");
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(false);
    expect(await used()).toBe(3);
  });

  it("counts as invalid if the key is malformed", async () => {
    const { call, used } = await open();
    for (const key of ["a b", "x".repeat(256), ""])
      await expectProblem(await call({ text: "a" }, key), 422, "invalid_parameter");
    expect(await used()).toBe(3);
  });

  it("is a new call after 24 hours, or from another account", async () => {
    const { documents, clock, call } = await open();
    await call({ text: "a" }, "k");
    const other = await createAccount(documents, { email: "eve@example.com" }, { at: clock.now() });
    const { secret } = await createApiKey(documents, other.id, {}, { at: clock.now() });
    expect(isReplayed(await call({ text: "b" }, "k", "echo", secret))).toBe(false);
    clock.time += 24 * 3_600_000 - 1;
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(true);
    clock.time += 1;
    expect(isReplayed(await call({ text: "b" }, "k"))).toBe(false);
  });

  it("is repeated only with a credential that is valid now, although a repeat is not admitted", async () => {
    const { apiKey, call, ...stores } = await open();
    await call({ text: "a" }, "k");
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(true);
    await revokeApiKey(stores, apiKey.id, stores.clock.now());
    await expectProblem(await call({ text: "a" }, "k"), 401, "invalid_credentials");
  });

  it("has a key that is free two minutes after the process that held it was killed", async () => {
    const { documents, account, clock, call, used } = await open();
    // The process ends here: nothing ends the call.
    await startKeyedCall(documents, { account: account.id, key: "k" }, clock);
    await expectProblem(await call({ text: "a" }, "k"), 409, "idempotency_in_progress");
    clock.time += 120_000;
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(false);
    expect(isReplayed(await call({ text: "a" }, "k"))).toBe(true);
    clock.time -= 120_000;
    expect(await used()).toBe(1);
  });

  it("leaves neither text nor result in the store", async () => {
    const { documents, account, call } = await open();
    await call({ text: "a-private-text" }, "k");
    await call({ text: "a-private-text" }, "k");
    const stored = JSON.stringify(await documents.list(`idempotency/${account.id}/`, { limit: 10 }));
    expect(stored).toContain('"repeats":1');
    expect(stored).not.toContain("private");
  });
});
