import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../command.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { exposition } from "../exposition.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";

describe("the server on Deno", () => {
  const folder = temporaryFolder();
  const settings = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` };
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer(settings, "deno");
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    fetch(server.url + path, jsonRequest(server.key, body, headers));
  const get = (path: string) => fetch(server.url + path, getRequest(server.key));

  it("analyzes a text", async () => {
    const response = await post("/v1/tools/text-analyzer", {
      text: "The new engine is not bad at all. Write to ada@example.com before 5 May 2026.",
    });
    expect(response.status).toBe(200);
    expect(expectContractHeaders(response)).toMatchObject({ policy: "daily", limit: 1000 });
    expect(await response.json()).toMatchObject({
      language: { code: "en" },
      sentiment: { label: "positive" },
      pii: { redacted_text: expect.stringContaining("[EMAIL]") },
      statistics: { sentences: 2 },
    });
  });

  it("converts an image, and returns it as JSON and as bytes", async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "navy" } })
      .png()
      .toBuffer();
    const body = { image: picture.toString("base64"), format: "webp", quality: 80 };
    const json = await post("/v1/tools/image-converter", body);
    expect(await json.json()).toMatchObject({ format: "webp", width: 30, height: 20, quality: 80 });
    const image = await post("/v1/tools/image-converter", body, { Accept: "image/*" });
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 30, height: 20 });
  });

  it("reports usage and a profile that agree with the rate-limit headers", async () => {
    const usage = await get("/v1/analytics/usage?granularity=hour&start_date=2026-01-01&end_date=2026-01-02");
    expect(await usage.json()).toMatchObject({ granularity: "hour", totals: { calls: 0 } });
    const profile = await get("/v1/user/profile?include_stats=true");
    const { remaining } = expectContractHeaders(profile);
    expect(await profile.json()).toMatchObject({
      email: "owner@example.com",
      quota: { remaining },
      stats: { calls_today: 1000 - remaining },
    });
  });

  it("returns the errors of the contract", async () => {
    await expectProblem(await post("/v1/tools/text-analyzer", "{"), 400, "invalid_json");
    await expectProblem(await fetch(`${server.url}/v1/user/profile`), 401, "missing_credentials");
    await expectProblem(await get("/v1/nothing"), 404, "not_found");
    await expectProblem(await get("/v1/tools/text-analyzer"), 405, "method_not_allowed");
    const text = { text: "a".repeat(1_000_001) };
    await expectProblem(await post("/v1/tools/text-analyzer", text), 413, "payload_too_large");
    const plain = { "Content-Type": "text/plain" };
    await expectProblem(await post("/v1/tools/text-analyzer", "x", plain), 415, "unsupported_media_type");
    const quality = { image: "AAAA", format: "png", quality: 0 };
    await expectProblem(await post("/v1/tools/image-converter", quality), 422, "invalid_parameter");
    const guess = await fetch(`${server.url}/v1/user/profile`, getRequest("guess"));
    expect(expectContractHeaders(guess)).toMatchObject({ policy: "unauthenticated", remaining: 19 });
  });

  it("exports counters of calls and of its process to Prometheus", async () => {
    const calls = 'tools_api_calls_total{endpoint="profile",outcome="succeeded"}';
    const read = async () => exposition(await (await fetch(`${server.url}/metrics`)).text());
    const before = (await read()).get(calls) ?? Number.NaN;
    expect((await get("/v1/user/profile")).status).toBe(200);
    const figures = await read();
    expect(figures.get(calls)).toBe(before + 1);
    expect(figures.get("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(figures.get("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0);
  });

  it("rejects a key at the first request after the command line revokes it", async () => {
    const created = await runCommand(["keys", "create", "--email", "ada@example.com", "--json"], settings);
    const { key, key_id: id } = JSON.parse(created) as { key: string; key_id: string };
    expect((await fetch(`${server.url}/v1/user/profile`, getRequest(key))).status).toBe(200);
    await runCommand(["keys", "revoke", id], settings);
    const response = await fetch(`${server.url}/v1/user/profile`, getRequest(key));
    await expectProblem(response, 401, "invalid_credentials");
  });

  it("creates and rotates keys by management calls, and serves a valid OpenAPI document that describes them", async () => {
    const words = ["keys", "create", "--email", "bob@example.com", "--json"];
    const granted = ["--scopes", "account:read,account:write,profile:read"];
    const manager = JSON.parse(await runCommand([...words, ...granted], settings)) as { key: string };
    const made = await fetch(`${server.url}/account/keys`, jsonRequest(manager.key, { name: "ci" }));
    expect(made.status).toBe(201);
    // Other tests compare the response with the document.
    const first = (await made.json()) as { id: string; key: string };
    const path = `/account/keys/${first.id}/rotate`;
    const rotated = await fetch(server.url + path, jsonRequest(manager.key, {}));
    const second = (await rotated.json()) as { key: string };
    const profile = (key: string) => fetch(`${server.url}/v1/user/profile`, getRequest(key));
    expect((await profile(second.key)).status).toBe(200);
    await expectProblem(await profile(first.key), 401, "invalid_credentials");
    expect((await fetch(`${server.url}/account`, getRequest(server.key))).status).toBe(403);
    const document = (await (await get("/openapi.json")).json()) as { paths: Record<string, object> };
    expect((await new Validator().validate({ ...document })).errors).toBeUndefined();
    expect(document.paths["/account/keys/{id}/rotate"]).toHaveProperty("post");
  });

  it("keeps its counts after a restart", async () => {
    const before = expectContractHeaders(await get("/v1/x")).remaining;
    const { key } = server;
    expect(await server.stop()).toBe(0);
    server = { ...(await startServer(settings, "deno")), key };
    expect(expectContractHeaders(await get("/v1/x")).remaining).toBe(before);
  });
});
