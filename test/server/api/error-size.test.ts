import { request as httpRequest } from "node:http";
import { analyzeText, ToolsError } from "@tools-api/core";
import { createApi } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { jsonRequest } from "../contract.ts";
import { managementServer } from "../management-server.ts";

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

  it("lists exactly 20 errors without a number of further ones", async () => {
    const body = { text: "Hello", ...unknown(20, (index) => `f${index}`) };
    const { message, errors } = await problemOf(await fetch(api.url + text, jsonRequest(key, body)));
    expect(errors).toHaveLength(20);
    expect(message).not.toContain(" more");
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

  it("of a multipart form has at most 16 kB, for long names and many parts", async () => {
    const part = (name: string, extra = "") =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${extra}\r\nx\r\n`;
    const forms = [
      part("世".repeat(2000), "Content-Transfer-Encoding: base64\r\n") + "--b--",
      Array.from({ length: 60 }, (_, index) => part(`${index}${"世".repeat(2000)}`)).join("") + "--b--",
      part("quality").repeat(100) + "--b--",
    ];
    const headers = { "Content-Type": "multipart/form-data; boundary=b" };
    for (const form of forms) {
      const response = await fetch(api.url + image, jsonRequest(key, form, headers));
      expect((await problemOf(response)).status).toBe(response.status);
    }
  });

  it("has at most 16 kB as a page and under /account", async () => {
    const server = managementServer();
    const owner = await server.owner();
    const long = '%E4%B8%96"'.repeat(1300);
    const json = { bearer: owner.key };
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://localhost:3000" };
    const huge = encodeURIComponent('"&<'.repeat(20_000).slice(0, 30_000));
    const responses = await Promise.all([
      server.call(`GET /account/${long}`, json),
      server.call(`GET /account/keys/${long}`, json),
      server.call(`GET /account/keys?after=${long}`, json),
      server.call(`PUT /account/keys`, json),
      server.call("POST /account/keys", { ...json, body: unknown(900, (index) => "世".repeat(50) + index) }),
      server.call("POST /account/clients", {
        ...json,
        body: { name: "x", type: "public", redirect_uris: Array.from({ length: 900 }, () => '"'.repeat(60)) },
      }),
      server
        .call("POST /account/plan", {
          ...json,
          body: { plan: "pro" },
          headers: { "Idempotency-Key": "世x".repeat(1) + "x".repeat(5000) },
        })
        .catch(() => server.call("GET /account/nothing", json)),
      server.call(`GET /${long}`, { headers: { Accept: "text/html" } }),
      server.call("POST /sign-in", { body: `email=${huge}&password=x`, headers: form }),
      server.call("POST /sign-up", {
        body: `email=${huge}&name=${huge}&password=x&next=/${huge}`,
        headers: form,
      }),
      server.call("POST /sign-up", { body: `email=${huge}&email=x`, headers: form }),
      server.call("POST /sign-up", {
        body: Array.from(
          { length: 400 },
          (_, index) => `${index}${"%22".repeat(50)}=1&${index}${"%22".repeat(50)}=2`,
        ).join("&"),
        headers: form,
      }),
    ]);
    for (const response of responses) {
      const body = await response.text();
      expect(response.status, `${response.url} ${body.slice(0, 100)}`).toBeGreaterThanOrEqual(400);
      expect(Buffer.byteLength(body), body.slice(0, 300)).toBeLessThanOrEqual(maxBytes);
    }
  });

  it("is not returned for a page with a long query, and the link to the sign-in stays short", async () => {
    const response = await managementServer().call(`GET /usage?${"n&".repeat(6000)}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")?.length).toBeLessThan(3000);
  });

  it("of the HTTP parser of Node has at most 16 kB", async () => {
    const size = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(
        `${api.url}/v1/x`,
        { headers: { Long: "x".repeat(40_000) } },
        (response) => {
          let bytes = 0;
          response.on("data", (chunk: Buffer) => (bytes += chunk.length));
          response.on("end", () => resolve(bytes));
        },
      );
      request.on("error", reject).end();
    });
    expect(size).toBeLessThanOrEqual(maxBytes);
  });

  it("from a host's own authenticator is limited too", async () => {
    const errors = Array.from({ length: 500 }, (_, index) => ({
      pointer: `#/${index}`,
      detail: "世".repeat(500),
    }));
    const host = createApi({
      documents: api.documents,
      usage: api.usage,
      authenticator: {
        authenticate: () =>
          Promise.reject(new ToolsError("invalid_request", "世".repeat(50_000), { errors })),
      },
    });
    const headers = { Authorization: "Bearer x" };
    const { errors: listed = [] } = await problemOf(
      await host.request("http://localhost/v1/user/profile", { headers }),
    );
    expect(listed.length).toBeLessThanOrEqual(20);
  });
});

describe("an error of the library", () => {
  it("lists at most 20 errors of its options, with shortened names", async () => {
    const options = unknown(5000, (index) => "x".repeat(10_000) + index);
    const error = await analyzeText("Hello", options).catch((thrown: unknown) => thrown);
    if (!(error instanceof ToolsError)) throw new Error("expected a ToolsError");
    expect(error.errors).toHaveLength(20);
    expect(error.message.length).toBeLessThan(4000);
    expect(error.message).toMatch(/; and 4980 more$/);
  });
});
