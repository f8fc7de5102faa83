import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { ToolsError } from "@tools-api/core";
import { workQueue } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { withLongTexts } from "../tools.ts";

const api = await startApi();
afterAll(() => api.close());

describe("the request id", () => {
  it("is the caller's if it is valid, and is in the error body too", async () => {
    const id = "Abc-1.2_3";
    const response = await fetch(`${api.url}/v1/user/profile`, { headers: { "X-Request-Id": id } });
    expect(response.headers.get("X-Request-Id")).toBe(id);
    expect(await response.json()).toMatchObject({ request_id: id });
  });

  it.each(["has space", "ü", "a".repeat(129), "semi;colon"])("is a new UUIDv7 instead of %j", async (id) => {
    const response = await fetch(`${api.url}/v1/user/profile`, {
      headers: { "X-Request-Id": Buffer.from(id).toString("latin1") },
    });
    const made = response.headers.get("X-Request-Id") ?? "";
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // RFC 9562 §5.7: it begins with the time of its creation in milliseconds.
    const milliseconds = Number.parseInt(made.replace("-", "").slice(0, 12), 16);
    expect(Math.abs(milliseconds - Date.now())).toBeLessThan(60_000);
  });
});

describe("the rate limit headers", () => {
  it("are on HEAD, which counts like GET", async () => {
    const { key } = await api.customer();
    const response = await fetch(`${api.url}/v1/user/profile`, { ...getRequest(key), method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
    expect(expectContractHeaders(response).remaining).toBe(999);
  });

  it("show an unauthenticated caller the limit of failed authentications", async () => {
    for (const [method, path] of [
      ["GET", "/v1/user/profile"],
      ["HEAD", "/v1/user/profile"],
      ["OPTIONS", "/v1/tools/text-analyzer"],
      ["GET", "/v1/tools/text-analyzer"],
      ["GET", "/v1/nothing"],
      ["GET", "/v1"],
    ]) {
      const response = await fetch(api.url + path, { method });
      expect(expectContractHeaders(response)).toMatchObject({
        policy: "unauthenticated",
        limit: 20,
        window: 60,
      });
    }
  });

  it("count invalid requests of a known caller: 400, 406, 413, 415, 422", async () => {
    const { key } = await api.customer();
    const url = `${api.url}/v1/tools/text-analyzer`;
    const image = { image: "iVBORw0KGgo=", format: "png" };
    const attempts: [number, string, RequestInit][] = [
      [400, url, jsonRequest(key, "{")],
      [422, url, jsonRequest(key, {})],
      [415, url, jsonRequest(key, "{}", { "Content-Type": "text/plain" })],
      [413, url, jsonRequest(key, { text: "a".repeat(1_000_001) })],
      [406, `${api.url}/v1/tools/image-converter`, jsonRequest(key, image, { Accept: "image/gif" })],
    ];
    for (const [index, [status, target, request]] of attempts.entries()) {
      const response = await fetch(target, request);
      expect(response.status).toBe(status);
      expect(expectContractHeaders(response).remaining).toBe(999 - index);
    }
  });
});

describe("several policies", () => {
  const noon = Date.parse("2026-11-21T12:00:30.250Z");
  let strict: ApiServer;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    const { plans } = readConfig({ PLAN_FREE_PER_MINUTE: "30", PLAN_FREE_PER_SECOND: "12" });
    const queues = { "image-converter": workQueue({ concurrency: 1, slots: 0 }) };
    const tools = withLongTexts(5, () => Promise.reject(new Error("the process died")));
    strict = await startApi({ plans, queues, ...tools });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await strict.close();
  });

  const analyze = (key: string, text: string) =>
    fetch(`${strict.url}/v1/tools/text-analyzer`, jsonRequest(key, { text }));

  it("are in both headers in the same order, and their values decrease together", async () => {
    const { key } = await strict.customer({ keyLimit: 50 });
    const response = await fetch(`${strict.url}/v1/user/profile`, getRequest(key));
    expect(response.headers.get("RateLimit-Policy")).toBe(
      '"daily";q=1000;w=86400, "per_minute";q=30;w=60, "per_second";q=12;w=1, "key_daily";q=50;w=86400',
    );
    expect(response.headers.get("RateLimit")).toBe(
      '"daily";r=999;t=43170, "per_minute";r=29;t=30, "per_second";r=11;t=1, "key_daily";r=49;t=43170',
    );
    expectContractHeaders(response);
  });

  it("are on every response to a known caller, counted or not", async () => {
    const { key } = await strict.customer({ keyLimit: 50 });
    const narrow = await strict.customer({ keyLimit: 50, scopes: ["usage:read"] });
    const send = (path: string, method = "GET", credential = key) =>
      fetch(strict.url + path, { ...getRequest(credential), method });
    const image = jsonRequest(key, { image: "AAAA", format: "png" });
    const answers: [number, Response, used: number][] = [
      [404, await send("/v1/nothing"), 0],
      [405, await send("/v1/user/profile", "POST"), 0],
      [204, await send("/v1/user/profile", "OPTIONS"), 0],
      [403, await send("/v1/user/profile", "GET", narrow.key), 0],
      [503, await fetch(`${strict.url}/v1/tools/image-converter`, image), 0],
      [500, await analyze(key, "A text that fails."), 0],
      [422, await send("/v1/user/profile?include_stats=maybe"), 1],
      [200, await send("/v1/user/profile", "HEAD"), 2],
      [200, await analyze(key, "Hi"), 3],
    ];
    for (const [status, response, used] of answers) {
      expect(response.status).toBe(status);
      const { policies } = expectContractHeaders(response);
      expect(policies.map(({ policy, remaining }) => [policy, remaining])).toEqual([
        ["daily", 1000 - used],
        ["per_minute", 30 - used],
        ["per_second", 12 - used],
        ["key_daily", 50 - used],
      ]);
      expect(policies.map(({ seconds }) => seconds !== undefined)).toEqual(
        policies.map(() => status !== 503),
      );
    }
  });

  it("put the policy with the fewest remaining calls into X-RateLimit, and of equals the one with the last reset", async () => {
    const capped = await strict.customer({ keyLimit: 12 });
    const read = async (key: string) =>
      expectContractHeaders(await fetch(`${strict.url}/v1/user/profile`, getRequest(key)));
    const midnight = Date.parse("2026-11-22T00:00:00Z") / 1000;
    expect(await read(capped.key)).toMatchObject({ limit: 12, remaining: 11, reset: midnight });
    const other = await strict.customer();
    expect(await read(other.key)).toMatchObject({
      policy: "per_second",
      remaining: 11,
      reset: noon / 1000 + 0.75,
    });
    for (const remaining of [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
      expect(await read(other.key)).toMatchObject({ policy: "per_second", remaining });
    vi.setSystemTime(noon + 1000);
    expect(await read(other.key)).toMatchObject({ policy: "per_second", remaining: 11 });
    for (let call = 0; call < 11; call++) await read(other.key);
    vi.setSystemTime(noon + 2000);
    expect(await read(other.key)).toMatchObject({ policy: "per_minute", limit: 30, remaining: 5 });
    vi.setSystemTime(noon);
  });

  it("have their last known values if the store does not respond", async () => {
    const lost = () => Promise.reject(new ToolsError("storage_unavailable", "Gone."));
    const usage = memoryUsage();
    const gone = { ...usage };
    const api = await startApi({ usage: gone, plans: readConfig({ PLAN_FREE_PER_MINUTE: "30" }).plans });
    const { key } = await api.customer();
    const read = (path: string) => fetch(api.url + path, getRequest(key));
    await read("/v1/user/profile");
    Object.assign(gone, { consume: lost, read: lost });
    for (const path of ["/v1/user/profile", "/v1/nothing"]) {
      const response = await read(path);
      const { policies } = expectContractHeaders(response);
      expect(policies).toMatchObject([
        { policy: "daily", remaining: 999 },
        { policy: "per_minute", remaining: 29 },
      ]);
      await expectProblem(response, 503, "storage_unavailable");
    }
    Object.assign(gone, usage);
    expect(expectContractHeaders(await read("/v1/user/profile")).policies).toMatchObject([
      { remaining: 998 },
      { remaining: 28 },
    ]);
    await api.close();
  });
});
