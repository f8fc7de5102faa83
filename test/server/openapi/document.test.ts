import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { contentType, ImageRequest, outputFormats } from "@tools-api/core/image";
import type { ServedPart } from "@tools-api/server";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { jsonRequest } from "../contract.ts";
import { describedBy, type OpenApiDocument, readDocument } from "./described.ts";

let api: ApiServer;
let document: OpenApiDocument;
let expectDescribed: ReturnType<typeof describedBy>;
let key: string;

beforeAll(async () => {
  api = await startApi();
  ({ key } = await api.customer({ plan: "pro" }));
  // The first test checks the shape.
  document = await readDocument(await fetch(`${api.url}/openapi.json`));
  expectDescribed = describedBy(document);
});
afterAll(() => api.close());

describe("GET /openapi.json", () => {
  it("has the one version of the three packages", () => {
    const versions = ["core", "adapters", "server"].map((name) => {
      const manifest = readFileSync(
        new URL(`../../../packages/${name}/package.json`, import.meta.url),
        "utf8",
      );
      return (JSON.parse(manifest) as { version: string }).version;
    });
    // Every OpenAPI document has it.
    const { info } = document as unknown as { info: { version: string } };
    expect(new Set([...versions, info.version]).size).toBe(1);
  });

  it("is a valid OpenAPI 3.1 document of exactly the served routes", async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(Object.keys(document.paths).toSorted()).toEqual([
      "/healthz",
      "/openapi.json",
      "/readyz",
      "/v1/analytics/usage",
      "/v1/tools/image-converter",
      "/v1/tools/text-analyzer",
      "/v1/user/profile",
    ]);
  });

  it("is created for the first request and cached for all others, compressed and with an ETag", async () => {
    let looks = 0;
    // The document lists the routes, so creating it reads this property.
    class Served extends Array<ServedPart> {
      override includes(part: ServedPart): boolean {
        looks += 1;
        return super.includes(part);
      }
    }
    const server = await startApi({ served: new Served("management") });
    const get = async (headers = {}) => {
      const response = await fetch(`${server.url}/openapi.json`, { headers });
      await response.arrayBuffer();
      return response;
    };
    const first = await get({ "Accept-Encoding": "gzip" });
    expect(first.headers.get("Content-Encoding")).toBe("gzip");
    const looksOfFirst = looks;
    expect(looksOfFirst).toBeGreaterThan(0);
    for (let count = 0; count < 5; count++) await get();
    expect(looks).toBe(looksOfFirst);
    expect((await get({ "If-None-Match": first.headers.get("ETag") ?? "" })).status).toBe(304);
    await server.close();
  });

  it("describes every analysis of a text and the record of an image", async () => {
    const text = "/v1/tools/text-analyzer";
    const image = "/v1/tools/image-converter";
    const picture = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#f0f8" } })
      .png()
      .toBuffer();
    const body = {
      text: "Ada paid $12.50 on 5 May 2026. It was not bad at all! Write to ada@example.com.",
      analysis_type: "all,syntax",
    };
    await expectDescribed(await fetch(api.url + text, jsonRequest(key, body)), text, "post");
    const converted = jsonRequest(key, { image: picture.toString("base64"), format: "jpeg" });
    await expectDescribed(await fetch(api.url + image, converted), image, "post");
  });

  it("lists the possible statuses of every operation", () => {
    for (const path of Object.keys(document.paths).filter((name) => name.startsWith("/v1/")))
      for (const operation of Object.values(document.paths[path] ?? {}))
        expect(Object.keys(operation.responses)).toEqual(
          expect.arrayContaining(["200", "400", "401", "403", "405", "422", "429", "500", "503"]),
        );
  });
});

describe("POST /v1/tools/image-converter", () => {
  const operation = () => document.paths["/v1/tools/image-converter"]?.["post"];

  it("is documented with every accepted body type, and accepts every documented one", async () => {
    const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const types = Object.keys(operation()?.requestBody?.content ?? {});
    expect(types).toEqual([
      "application/json",
      "multipart/form-data",
      "image/*",
      "application/octet-stream",
      "application/pdf",
    ]);
    for (const type of types.slice(2)) {
      const response = await fetch(`${api.url}/v1/tools/image-converter?format=jpeg&quality=70`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": type.replace("*", "png") },
        body: new Uint8Array(picture),
      });
      expect(response.status, type).toBe(200);
      await expectDescribed(response, "/v1/tools/image-converter", "post");
    }
    const form = new FormData();
    form.append("image", new Blob([new Uint8Array(picture)]));
    form.append("format", "jpeg");
    const headers = { Authorization: `Bearer ${key}` };
    const sent = await fetch(`${api.url}/v1/tools/image-converter`, { method: "POST", headers, body: form });
    expect(sent.status).toBe(200);
  });

  it("is documented with every field in the query, in the form and in JSON, and every target", () => {
    const names = Object.keys(ImageRequest.shape);
    const inQuery = operation()?.parameters?.filter((parameter) => parameter.in === "query");
    expect(inQuery?.map(({ name }) => name)).toEqual(names);
    for (const type of ["application/json", "multipart/form-data"]) {
      const schema = operation()?.requestBody?.content[type]?.schema;
      expect(schema, type).toMatchObject({ required: ["image"] });
      // The schema of an object has its properties.
      const { properties } = schema as { properties: Record<string, object> };
      expect(Object.keys(properties)).toEqual(["image", ...names]);
    }
    const types = Object.keys(operation()?.responses["200"]?.content ?? {});
    expect(types.toSorted()).toEqual(["application/json", ...outputFormats.map(contentType)].toSorted());
  });
});
