import { convertImage } from "@tools-api/core/image";
import { imageConverter, textAnalyzer } from "@tools-api/core/tools";
import type * as server from "@tools-api/server";
import { createClient } from "@tools-api/server/client";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { asymmetric } from "../../core/image/pictures.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { openMcp } from "../mcp/mcp-api.ts";
import { memoryApi } from "../memory-api.ts";

const path = "/v1/tools/image-converter";
const picture = new Uint8Array(await asymmetric().png().toBuffer());
const image = Buffer.from(picture).toString("base64");
const outputs = [{ width: 16 }, { width: 32, quality: 60 }, { format: "jpeg" }] as const;
const { outputs: expected } = await convertImage(picture, { format: "webp", outputs });

interface Converted {
  outputs: {
    image: string;
    format: string;
    width: number;
    bytes: number;
    original: object;
    warnings: object[];
  }[];
}

// The processes load built modules.
const built = new URL("../../../packages/server/dist/", import.meta.url);
const { toolProcesses } = (await import(new URL("index.js", built).href)) as typeof server;
const processes = toolProcesses();
const pooled = imageConverter({ pool: { module: new URL("runtime/run-image.js", built) } });
afterAll(() => processes.close());

describe.each([
  ["in this process", {}],
  ["in a pool", { executor: processes, tools: [textAnalyzer, pooled] }],
])("several outputs %s", (_, dependencies) => {
  it("are a list of records with their images, and count as many units", async () => {
    const { api, secret } = await memoryApi(dependencies);
    const response = await api.request(path, jsonRequest(secret, { image, format: "webp", outputs }));
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Binary-Field")).toBe("image;list=outputs");
    expect(expectContractHeaders(response).remaining).toBe(997);
    const converted = (await response.json()) as Converted;
    expect(Object.keys(converted)).toEqual(["outputs"]);
    expect(converted.outputs.map((output) => Buffer.from(output.image, "base64"))).toEqual(
      expected.map((output) => Buffer.from(output.image)),
    );
    expect(converted.outputs).toMatchObject([
      { format: "webp", width: 16, quality: 80, warnings: [], original: { format: "png", width: 48 } },
      { format: "webp", width: 32, quality: 60 },
      { format: "jpeg", content_type: "image/jpeg", width: 48, bytes: expected[2]?.bytes },
    ]);
    const usage = await (await api.request("/v1/analytics/usage", getRequest(secret))).json();
    expect(usage).toMatchObject({ totals: { calls: 2, units: 4 }, quota: { used: 4 } });
  });

  it("arrive in the client as bytes, from a form", async () => {
    const { api, secret } = await memoryApi(dependencies);
    const client = createClient({
      baseUrl: "https://api.example.com",
      token: secret,
      fetch: async (...request) => api.fetch(new Request(...request)),
    });
    const result = await client.call("image-converter", {
      image: new Blob([picture]),
      outputs: [{ format: "png" }],
    });
    const [first] = result.outputs;
    expect(await sharp(first?.image).metadata()).toMatchObject({ format: "png", width: 48 });
    // One result has no list.
    const single = await client.call("image-converter", { image: new Blob([picture]), format: "png" });
    expect(single.image).toEqual(first?.image);
  });

  it("are images of the content through MCP, and records without them", async () => {
    const { call } = await openMcp(dependencies);
    const { content, structuredContent } = await call("image-converter", { image, format: "webp", outputs });
    expect(content.map(({ type, mimeType }) => mimeType ?? type)).toEqual([
      "text",
      "image/webp",
      "image/webp",
      "image/jpeg",
    ]);
    expect(content[1]?.data).toBe(Buffer.from(expected[0]?.image ?? []).toString("base64"));
    const { outputs: records } = structuredContent as unknown as Converted;
    expect(records).toMatchObject([{ width: 16 }, { width: 32 }, { width: 48 }]);
    expect(records[0]).not.toHaveProperty("image");
  });
});

describe("a request for several outputs", () => {
  it.each<[string, object, string, string]>([
    [
      "a bad value",
      { format: "webp", outputs: [{}, {}, { quality: 500 }] },
      "#/outputs/2/quality",
      "outputs.2.quality: expected an integer from 1 to 100, received 500",
    ],
    [
      "an unknown option",
      { format: "webp", outputs: [{ widht: 5 }] },
      "#/outputs/0/widht",
      "outputs.0.widht: expected no such member",
    ],
    [
      "no format",
      { outputs: [{ width: 5 }] },
      "#/outputs/0/format",
      "outputs.0.format: expected one of jpeg, ",
    ],
    [
      "too many entries",
      { format: "webp", outputs: Array.from({ length: 13 }, () => ({})) },
      "#/outputs",
      "outputs: expected an array of 1 to 12 objects",
    ],
  ])("costs one unit and names the entry at fault: %s", async (_, fields, pointer, message) => {
    const { api, secret } = await memoryApi();
    const response = await api.request(path, jsonRequest(secret, { image, ...fields }));
    expect(expectContractHeaders(response).remaining).toBe(999);
    const problem = await expectProblem(response, 422, "invalid_parameter");
    expect(problem.message).toContain(message);
    expect(problem.errors).toMatchObject([{ pointer }]);
  });

  it("names the entry at fault if its options contradict each other, as the request spells them", async () => {
    const { api, secret } = await memoryApi();
    const body = { image, format: "webp", outputs: [{}, { max_bytes: 5 }] };
    const problem = await expectProblem(
      await api.request(path, jsonRequest(secret, body)),
      422,
      "invalid_parameter",
    );
    expect(problem.errors).toMatchObject([{ pointer: "#/outputs/1/max_bytes" }]);
  });

  it("is refused without a format of JSON in Accept, because the bytes of one result have no list", async () => {
    const { api, secret } = await memoryApi();
    const request = jsonRequest(secret, { image, format: "webp", outputs: [{}] });
    const response = await api.request(path, {
      ...request,
      headers: { ...(request.headers as Record<string, string>), Accept: "image/webp" },
    });
    const problem = await expectProblem(response, 422, "invalid_parameter");
    expect(problem.message).toBe(
      'outputs: expected an Accept header that allows application/json, because the bytes of one result have no list, received "image/webp"',
    );
  });
});
