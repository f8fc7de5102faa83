import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServerHere, startServerHere } from "../server-process.ts";

/** Fields that differ from call to call. The client compares the length with the body. */
const ownFields = /^(?:date|content-length|x-request-id|(?:x-)?ratelimit|retry-after)/;
/** Members and counts that differ. */
const ownParts = /"request_id":"[^"]*"|null|[\d.]+/g;

type Sent = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

describe("a call on Node", () => {
  let server: ServerHere;
  let image: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    server = await startServerHere({ DATABASE_URL: "memory:" });
    const blank = { width: 8, height: 8, channels: 3, background: "red" } as const;
    image = Uint8Array.from(await sharp({ create: blank }).png().toBuffer());
  }, 60_000);
  afterAll(() => server.stop());

  const profile = "/v1/user/profile";
  const texts = "/v1/tools/text-analyzer";
  const images = "/v1/tools/image-converter";
  const json = (body: string, headers: Record<string, string> = {}): Sent => ({
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...headers },
  });
  const text = JSON.stringify({ text: "I love it.", analysis_type: "sentiment" });

  const calls: [what: string, path: string, init?: Sent][] = [
    ["a profile", profile],
    ["a profile with statistics", `${profile}?include_stats=true`],
    ["a parameter that is no choice", `${profile}?include_stats=7`],
    ["a key in the query", `${profile}?api_key=x`],
    ["a report", "/v1/analytics/usage"],
    ["no credential", profile, { headers: { Authorization: "" } }],
    ["an unknown credential", profile, { headers: { Authorization: "Bearer tk_live_unknown" } }],
    ["a text", texts, json(text)],
    ["a text without a record", texts, json("{}")],
    ["no JSON", texts, json("{")],
    ["another type", texts, { method: "POST", body: "text" }],
    ["a content coding", texts, json(text, { "Content-Encoding": "gzip" })],
    ["an Idempotency-Key that is too long", texts, json(text, { "Idempotency-Key": "k".repeat(300) })],
    ["a method that the path does not have", texts, { method: "PUT", body: "{}" }],
  ];

  async function answer(path: string, init: Sent | undefined, more: Record<string, string>) {
    const headers = { Authorization: `Bearer ${server.key}`, ...init?.headers, ...more };
    const response = await fetch(server.url + path, { ...init, headers });
    const fields = [...response.headers].map(([name, value]) => [name, ownFields.test(name) ? "" : value]);
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    return { status: response.status, fields, body: body.replaceAll(ownParts, "") };
  }

  /** The header field that only the routes of Hono read. */
  const throughRoutes = { Origin: "https://example.com" };

  it.each(calls)("has the answer of the routes: %s", async (_, path, init) => {
    expect(await answer(path, init, {})).toEqual(await answer(path, init, throughRoutes));
  });

  it("has the answer of the routes for an image, its record and an error after the decoding", async () => {
    const init = { method: "POST", body: image, headers: { "Content-Type": "image/png" } };
    for (const path of ["?format=webp", "?format=webp&width=0", "?format=none", "?format=png&effort=99"]) {
      const direct = await answer(images + path, init, {});
      expect(direct, path).toEqual(await answer(images + path, init, throughRoutes));
    }
  });

  it("repeats a call with its Idempotency-Key, which counts once", async () => {
    const init = json(text, { "Idempotency-Key": "once" });
    const used = async () =>
      (await fetch(server.url + profile, { headers: { Authorization: `Bearer ${server.key}` } })).headers.get(
        "X-RateLimit-Remaining",
      );
    const first = await answer(texts, init, {});
    const before = Number(await used());
    const second = await answer(texts, init, {});
    expect(second.body).toBe(first.body);
    expect(second.fields).toContainEqual(["idempotency-replayed", "true"]);
    expect(Number(await used())).toBe(before - 1);
  });
});
