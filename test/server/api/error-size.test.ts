import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { jsonRequest } from "../contract.ts";

const text = "/v1/tools/text-analyzer";
const image = "/v1/tools/image-converter";
const maxBytes = 16_000;

let api: ApiServer;
let key: string;

beforeAll(async () => {
  api = await startApi();
  ({ key } = await api.customer({ plan: "enterprise" }));
});
afterAll(() => api.close());

interface Problem {
  status: number;
  code: string;
  message: string;
  detail: string;
  instance: string;
  errors?: { pointer: string; detail: string }[];
}

/** Requires an error of at most 16 kB. */
async function problemOf(response: Response): Promise<Problem> {
  const body = await response.text();
  expect(response.status, body.slice(0, 200)).toBeGreaterThanOrEqual(400);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBytes);
  // The contract defines the fields of an error.
  return JSON.parse(body) as Problem;
}

const unknown = (count: number, name: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));

describe("an error", () => {
  it("lists at most 20 errors and the number of further ones", async () => {
    for (const path of [text, image]) {
      const body = { text: "Hello", ...unknown(900, (index) => `f${index}`) };
      const {
        code,
        message,
        detail,
        errors = [],
      } = await problemOf(await fetch(api.url + path, jsonRequest(key, body)));
      expect(code).toBe("invalid_parameter");
      expect(errors).toHaveLength(20);
      expect(detail).toBe(message);
      const missing = path === image ? 3 : 0;
      expect(message).toMatch(new RegExp(`; and ${880 + missing} more$`));
      expect(message.match(/offset_unit|keep_metadata/g)).toHaveLength(1);
    }
    const query = Array.from({ length: 900 }, (_, index) => `n${index}`).join("&");
    const headers = { Authorization: `Bearer ${key}` };
    const found = await problemOf(await fetch(`${api.url}/v1/analytics/usage?${query}`, { headers }));
    expect(found.errors).toHaveLength(20);
    expect(found.message).toMatch(/; and 880 more$/);
    const twice = await problemOf(
      await fetch(`${api.url}/v1/analytics/usage?${query}&${query}`, { headers }),
    );
    expect(twice.message).toBe("query: expected at most 1000 parameters, received more");
  });

  it("has at most 16 kB for any names and values in the request", async () => {
    const long = (unit: string) => unknown(100, (index) => unit.repeat(1000) + index);
    const bodies: object[] = ["a", "世", "\u0001", '"', "\ud800", "~/", "😀", "\\", "\u2028"].map(long);
    bodies.push(
      { text: "世".repeat(1000), analysis_type: "\u0001".repeat(90_000), language: "世".repeat(90_000) },
      {
        image: '"'.repeat(90_000),
        format: "\u0001".repeat(90_000),
        fit: "世".repeat(9000),
        background: "\u0002".repeat(900),
      },
      unknown(20, (index) => `${index}${"世".repeat(32)}`),
    );
    for (const path of [text, image])
      for (const body of bodies) {
        const { errors = [], code } = await problemOf(await fetch(api.url + path, jsonRequest(key, body)));
        expect(code).toBe("invalid_parameter");
        expect(errors.length).toBeGreaterThan(0);
      }
  });

  it("has at most 16 kB for any path and header fields", async () => {
    const long = "%E4%B8%96\"'".repeat(1300).slice(0, 13_000);
    const ascii = "a/".repeat(6000);
    const requests: [string, RequestInit][] = [
      [`/v1/${encodeURI(ascii)}`, {}],
      [`/v1/${long}`, { headers: { Authorization: `Bearer ${key}` } }],
      [`/${ascii}`, {}],
      [`/docs/${ascii}`, {}],
      [
        image,
        { ...jsonRequest(key, { image: "AAAA", format: "png" }, { Accept: `image/${"x".repeat(12_000)}` }) },
      ],
      [text, jsonRequest(key, { text: "a" }, { "Content-Type": `text/${'"'.repeat(12_000)}` })],
      [text, jsonRequest(key, { text: "a" }, { "Content-Encoding": '"'.repeat(12_000) })],
      [text, jsonRequest("x".repeat(12_000), { text: "a" })],
      [image, jsonRequest(key, "", { "Content-Type": `multipart/form-data; boundary=${"x".repeat(9000)}` })],
      [text, jsonRequest(key, "{", { "X-Request-Id": "x".repeat(12_000) })],
    ];
    for (const [path, init] of requests) {
      const { instance, message } = await problemOf(await fetch(api.url + path, init));
      expect(instance.length).toBeLessThanOrEqual(1000);
      expect(message.length).toBeLessThanOrEqual(7000);
    }
  });
});
