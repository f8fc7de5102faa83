import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "./api-server.ts";
import { expectContractHeaders, getRequest, jsonRequest } from "./contract.ts";

let api: ApiServer;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("the request id", () => {
  it("is the caller's when it is usable, and stands in the error body as well", async () => {
    const id = "Abc-1.2_3";
    const response = await fetch(`${api.url}/v1/user/profile`, { headers: { "X-Request-Id": id } });
    expect(response.headers.get("X-Request-Id")).toBe(id);
    expect(await response.json()).toMatchObject({ request_id: id });
  });

  it.each(["has space", "ü", "a".repeat(129), "semi;colon"])("is a new UUIDv7 instead of %j", async (id) => {
    const response = await fetch(`${api.url}/v1/user/profile`, {
      headers: { "X-Request-Id": Buffer.from(id).toString("latin1") },
    });
    expect(response.headers.get("X-Request-Id")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

describe("the rate limit headers", () => {
  it("count down with every call and name the plan's policy", async () => {
    const { key } = await api.customer();
    for (const remaining of [999, 998, 997]) {
      const response = await fetch(`${api.url}/v1/user/profile`, getRequest(key));
      expect(expectContractHeaders(response)).toMatchObject({
        policy: "daily",
        limit: 1000,
        window: 86_400,
        remaining,
      });
    }
  });

  it("agree with the body of the usage report and of the profile", async () => {
    const { key } = await api.customer();
    for (const path of ["/v1/analytics/usage", "/v1/user/profile"]) {
      const response = await fetch(api.url + path, getRequest(key));
      const { remaining, limit } = expectContractHeaders(response);
      const body = (await response.json()) as { quota: { remaining: number; limit: number } };
      expect(body.quota).toMatchObject({ remaining, limit });
    }
  });

  it("stand on HEAD, which counts like GET", async () => {
    const { key } = await api.customer();
    const response = await fetch(`${api.url}/v1/user/profile`, { ...getRequest(key), method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
    expect(expectContractHeaders(response).remaining).toBe(999);
  });

  it("show whoever is not known the limit on failed authentication", async () => {
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

  it("keep what does not count uncounted: 403, 404, 405, OPTIONS", async () => {
    const { key } = await api.customer({ scopes: ["profile:read"] });
    const send = (path: string, method = "GET") => fetch(api.url + path, { ...getRequest(key), method });
    for (const response of [
      await send("/v1/analytics/usage"),
      await send("/v1/nothing"),
      await send("/v1/user/profile", "POST"),
      await send("/v1/user/profile", "OPTIONS"),
    ])
      expect(expectContractHeaders(response).remaining).toBe(1000);
  });

  it("count bad requests of a known caller: 400, 406, 413, 415, 422", async () => {
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

describe("caching", () => {
  it("is forbidden for everything that carries account data", async () => {
    const { key } = await api.customer();
    for (const path of ["/v1/user/profile", "/v1/analytics/usage", "/v1/nothing"]) {
      const response = await fetch(api.url + path, getRequest(key));
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });
});
