import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("keeps its counts after a restart", async () => {
    const before = expectContractHeaders(await get("/v1/x")).remaining;
    const { key } = server;
    expect(await server.stop()).toBe(0);
    server = { ...(await startServer(settings, "deno")), key };
    expect(expectContractHeaders(await get("/v1/x")).remaining).toBe(before);
  });
});
