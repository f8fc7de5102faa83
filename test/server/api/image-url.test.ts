import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createApi, workQueue } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type FileHost, serveFiles } from "../../engines/file-host.ts";
import { startApi } from "../api-server.ts";
import { expectProblem, jsonRequest } from "../contract.ts";
import { cutAt, type EchoApi, echoApi } from "./echo-api.ts";

const json = { "Content-Type": "application/json" };
/** Cuts at all positions, at every second one, and nowhere. */
const cuts = [1, 2, 3, 1000].map((step) => Array.from({ length: 400 }, (_, index) => index * step));

describe("the URL of an image on a server that fetches none", () => {
  let api: EchoApi;
  beforeAll(async () => {
    api = await echoApi();
  });

  it("is refused in plain words with all other errors, wherever the body is split", async () => {
    for (const url of ["http://a/b", "https://a/b", "HTTPS://a/b", "http:", "https:x"])
      for (const places of cuts) {
        const body = JSON.stringify({ format: "x", image: url, quality: 0 });
        const { status, message } = await api.convert(cutAt(Buffer.from(body), places), json);
        expect(status).toBe(422);
        expect(message).toContain(
          "image: expected an image in base64 (standard or URL-safe, padded or not) or as a data: URI, received a " +
            "URL; this server does not fetch URLs",
        );
        expect(message).toContain("format: expected ");
        expect(message).toContain("quality: expected ");
      }
  });

  it("is not found in base64 that starts like one", async () => {
    for (const digits of ["h", "ht", "http", "https", "httpshtt", "httpAAAA", "http/AAA", "HTTPS+AA"])
      for (const places of cuts) {
        const body = JSON.stringify({ image: digits.padEnd(8, "A"), format: "png" });
        const { status, image } = await api.convert(cutAt(Buffer.from(body), places), json);
        expect(status).toBe(200);
        expect(image).toEqual(Buffer.from(digits.padEnd(8, "A"), "base64"));
      }
  });

  it("has no effect if a later member replaces it", async () => {
    const body = '{"image":"http://a/","format":"png","image":"AAAA"}';
    expect(await api.convert([Buffer.from(body)], json)).toMatchObject({ status: 200 });
  });
});

describe("the bytes of a fetched file", () => {
  let files: FileHost;
  beforeAll(async () => {
    files = await serveFiles((_, response) => response.end(Buffer.alloc(3_000_000)));
  });
  afterAll(() => files.close());

  it("count against the caller's share of the work queue", async () => {
    const image = workQueue({ slots: 4, bytes: 2_000_000, largestBody: 1_000_000 });
    const api = await startApi({ fetchUrls: [files.host], queues: { "image-converter": image } });
    onTestFinished(() => api.close());
    const { key } = await api.customer();
    const request = jsonRequest(key, { image: `http://${files.host}/`, format: "png" });
    const response = await fetch(`${api.url}/v1/tools/image-converter`, request);
    const { message } = await expectProblem(response, 503, "overloaded");
    expect(message).toContain("All 2 MB of the work queue are in use");
    expect(image.load()).toMatchObject({ slots: 0, bytes: 0 });
  });
});

describe("FETCH_URLS", () => {
  const policyIn = (value: string) => readConfig({ FETCH_URLS: value }).fetchUrls;

  it("is off by default, and takes public or a list of hosts", () => {
    expect(policyIn("")).toBe("off");
    expect(policyIn("off")).toBe("off");
    expect(policyIn("public")).toBe("public");
    const hosts = [
      "cdn.example.com",
      "localhost:8080",
      "minio",
      "10.0.0.1:9000",
      "[::1]:80",
      "bücher.example",
    ];
    expect(policyIn(hosts.join(", "))).toEqual(hosts);
  });

  it.each([
    ["on", '"on"'],
    ["public,cdn.example.com", '"public"'],
    ["https://cdn.example.com", '"https://cdn.example.com"'],
    ["user@cdn.example.com", '"user@cdn.example.com"'],
    ["cdn.example.com:65536", '"cdn.example.com:65536"'],
    ["::1", '"::1"'],
  ])("is refused in one line that quotes the invalid host: %s", (value, received) => {
    const expected = "expected off, public, or hosts such as cdn.example.com,localhost:8080";
    expect(() => policyIn(value)).toThrow(`FETCH_URLS: ${expected}, received ${received}`);
  });

  it("is checked by createApi as well", () => {
    const authenticator = { authenticate: () => Promise.resolve(null) };
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    for (const fetchUrls of [["https://x"], []])
      expect(() => createApi({ ...stores, authenticator, fetchUrls })).toThrow("fetchUrls: expected off");
  });
});
