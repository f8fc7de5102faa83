import sharp from "sharp";
import { request as httpRequest } from "node:http";
import { revokeApiKey, setStatus } from "@tools-api/core/accounts";
import { workQueue } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";

const text = "/v1/tools/text-analyzer";
const image = "/v1/tools/image-converter";
const usage = "/v1/analytics/usage";
const profile = "/v1/user/profile";

let api: ApiServer;
let key: string;

beforeAll(async () => {
  api = await startApi();
  ({ key } = await api.customer({ plan: "enterprise" }));
});
afterAll(() => api.close());

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  fetch(api.url + path, jsonRequest(key, body, headers));
const get = (path: string) => fetch(api.url + path, getRequest(key));

async function tinyPng(): Promise<string> {
  const bytes = await sharp({ create: { width: 2, height: 3, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return bytes.toString("base64");
}

describe("400 and JSON parsing", () => {
  it.each([
    ["text that is not JSON", "{text: 1}"],
    ["an array", "[]"],
    ["nothing", ""],
  ])("returns invalid_json for %s", async (_, body) => {
    await expectProblem(await post(text, body), 400, "invalid_json");
  });

  it("returns invalid_request for a credential in the query or the body in addition to the header", async () => {
    for (const response of [
      await get(`${profile}?access_token=x`),
      await post(`${text}?access_token=x`, { text: "Hello" }),
      await post(text, { text: "Hello", access_token: "x" }),
    ]) {
      expect(response.headers.get("WWW-Authenticate")).toContain('error="invalid_request"');
      await expectProblem(response, 400, "invalid_request");
    }
  });
});

describe("401", () => {
  it("returns missing_credentials without an error code in the challenge", async () => {
    const attempts: RequestInit[] = [
      {},
      { headers: { Authorization: "Basic dXNlcjpwYXNz" } },
      { headers: { Authorization: "" } },
    ];
    for (const attempt of attempts) {
      const response = await fetch(api.url + profile, attempt);
      expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="tools-api"');
      const { message } = await expectProblem(response, 401, "missing_credentials");
      expect(message).toContain("Authorization");
    }
  });

  it("ignores a credential in the query when the header is missing", async () => {
    await expectProblem(await fetch(`${api.url}${profile}?access_token=${key}`), 401, "missing_credentials");
  });

  it("returns invalid_credentials with the same message for every invalid key", async () => {
    const revoked = await api.customer();
    await revokeApiKey(api, revoked.apiKey.id, Date.now());
    const expired = await api.customer({ expiresAt: Date.now() - 1000 });
    const typo = key.slice(0, 12) + (key[12] === "a" ? "b" : "a") + key.slice(13);
    const messages = new Set<string>();
    for (const credential of [
      revoked.key,
      expired.key,
      typo,
      "tk_live_short",
      "something",
      `${key}, Bearer x`,
    ]) {
      const response = await fetch(api.url + profile, getRequest(credential));
      expect(response.headers.get("WWW-Authenticate")).toBe(
        'Bearer realm="tools-api", error="invalid_token"',
      );
      messages.add((await expectProblem(response, 401, "invalid_credentials")).message);
    }
    expect(messages.size).toBe(1);
  });

  it("accepts the scheme in any case", async () => {
    const response = await fetch(api.url + profile, { headers: { authorization: `bEARER ${key}` } });
    expect(response.status).toBe(200);
  });
});

describe("403", () => {
  it("returns insufficient_scope and names the scope in the challenge", async () => {
    const narrow = await api.customer({ scopes: ["usage:read"] });
    const response = await fetch(api.url + profile, getRequest(narrow.key));
    expect(response.headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="tools-api", error="insufficient_scope", scope="profile:read"',
    );
    await expectProblem(response, 403, "insufficient_scope");
    expect((await fetch(api.url + usage, getRequest(narrow.key))).status).toBe(200);
  });

  it("returns account_suspended immediately, and serves the account immediately after it is restored", async () => {
    const { account, key: theirs } = await api.customer();
    const status = async () => (await fetch(api.url + profile, getRequest(theirs))).status;
    expect(await status()).toBe(200);
    await setStatus(api, account.id, "suspended");
    await expectProblem(await fetch(api.url + profile, getRequest(theirs)), 403, "account_suspended");
    await setStatus(api, account.id, "active");
    expect(await status()).toBe(200);
  });
});

describe("404, 405 and OPTIONS", () => {
  it.each(["/v1/nothing/here", "/v1/%00", "/v1/%ff%fe", "/v1//user/profile", "/v1/USER/profile"])(
    "returns not_found with the caller's own quota for %s",
    async (path) => {
      const response = await get(path);
      expect(expectContractHeaders(response).policy).toBe("daily");
      await expectProblem(response, 404, "not_found");
    },
  );

  it.each([
    ["/v1/user/profile/", "/v1/user/profile"],
    ["//v1//USER/profile", "/v1/user/profile"],
    ["/api/v1/user/profile", "/v1/user/profile"],
    ["/v1/profile", "/v1/user/profile"],
    ["/v1/tools/text_analyser", "/v1/tools/text-analyzer"],
    ["/health", "/healthz"],
  ])("names for %s the path that was probably meant", async (path, meant) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(((await response.json()) as { message: string }).message).toBe(
      `There is nothing at ${path}. Did you mean ${meant}?`,
    );
  });

  it("returns method_not_allowed with Allow", async () => {
    const wrong = await fetch(api.url + text, getRequest(key));
    expect(wrong.headers.get("Allow")).toBe("POST, OPTIONS");
    await expectProblem(wrong, 405, "method_not_allowed");
    const deleted = await fetch(api.url + usage, { ...getRequest(key), method: "DELETE" });
    expect(deleted.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    await expectProblem(deleted, 405, "method_not_allowed");
  });

  it("answers OPTIONS with Allow without counting it", async () => {
    const before = expectContractHeaders(await get("/v1/x")).remaining;
    const response = await fetch(api.url + text, { ...getRequest(key), method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
    expect(expectContractHeaders(response).remaining).toBe(before);
  });
});

describe("406", () => {
  it("returns not_acceptable only if Accept names only image types and the target is none of them", async () => {
    const body = { image: await tinyPng(), format: "webp" };
    await expectProblem(await post(image, body, { Accept: "image/png" }), 406, "not_acceptable");
    for (const accept of ["image/png, application/json", "text/html", "*/*", "image/png, */*;q=0.1"]) {
      const response = await post(image, body, { Accept: accept });
      expect(response.status, accept).toBe(200);
      expect(response.headers.get("Content-Type"), accept).toBe("application/json");
    }
  });
});

describe("413", () => {
  it("rejects a declared length before the body has been sent", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        api.url + text,
        {
          method: "POST",
          headers: {
            Authorization: `Bearer ${key}`,
            "Content-Type": "application/json",
            "Content-Length": 7_000_000,
          },
        },
        (response) => {
          resolve(response.statusCode);
          request.destroy();
        },
      );
      request.on("error", reject);
      request.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

describe("415", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", ""])(
    "rejects the content type %j",
    async (type) => {
      const response = await fetch(api.url + text, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, ...(type && { "Content-Type": type }) },
        body: new TextEncoder().encode('{"text":"Hello"}'),
      });
      await expectProblem(response, 415, "unsupported_media_type");
    },
  );

  it("rejects a content coding and accepts a charset", async () => {
    const coded = await post(text, { text: "Hello" }, { "Content-Encoding": "gzip" });
    await expectProblem(coded, 415, "unsupported_media_type");
    expect(coded.headers.get("Accept-Encoding")).toBe("identity");
    const plain = await post(text, { text: "Hello" }, { "Content-Type": "application/json; charset=utf-8" });
    expect(plain.status).toBe(200);
  });
});

describe("200", () => {
  it.each(["\\ud800 and \\udc00", "a\\u0000b\\u0000", "\\u200b\\u200d\\ufeff", "  \\n\\t "])(
    "is the answer to a text of unusual characters: %s",
    async (characters) => {
      expect((await post(text, `{"text":"${characters}"}`)).status).toBe(200);
    },
  );
});

describe("422", () => {
  it("lists every invalid parameter with the expected and the received value", async () => {
    const problem = await expectProblem(
      await post(image, { image: "AAAA", format: "bmp3", quality: 250, colour: "red" }),
      422,
      "invalid_parameter",
    );
    expect(problem.errors).toHaveLength(3);
    expect(problem.errors).toEqual(
      expect.arrayContaining([
        { pointer: "#/quality", detail: "expected an integer from 1 to 100, received 250" },
        expect.objectContaining({ pointer: "#/format" }),
        expect.objectContaining({ pointer: "#/colour" }),
      ]),
    );
    expect(problem.message).toContain("quality: expected an integer from 1 to 100, received 250");
  });

  it.each([
    [text, {}, "#/text"],
    [text, { text: "" }, "#/text"],
    [text, { text: "Hello", analysis_type: "tone" }, "#/analysis_type"],
    [text, { text: "Hello", language: "not a tag" }, "#/language"],
    [text, { text: "Hello", offset_unit: "bytes" }, "#/offset_unit"],
    [text, { text: "Hello", "a/b~c d": 1 }, "#/a~1b~0c%20d"],
    [text, { text: "Hello", "": 1 }, "#/"],
    [text, '{"text":"Hello","__proto__":{"language":"de"}}', "#/__proto__"],
    [text, { text: "Hello", analysis_type: "toString" }, "#/analysis_type"],
    [image, { image: "AAAA", format: "__proto__" }, "#/format"],
    [image, '{"image":"AAAA","format":"png","quality":1e999}', "#/quality"],
    [image, { image: "AAAA" }, "#/format"],
    [image, { format: "png" }, "#/image"],
    [image, { image: "AAAA", format: "png", quality: "80" }, "#/quality"],
    [image, { image: "AA*AAA==", format: "png" }, "#/image"],
  ])("points to the invalid parameter of %s %j", async (path, body, pointer) => {
    const problem = await expectProblem(await post(path, body), 422, "invalid_parameter");
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
    expect(problem.errors?.[0]?.detail).toMatch(/^expected .+, received .+/);
  });

  it("spells a parameter without a valid alternative as in the call", async () => {
    const body = { image: await tinyPng(), format: "jpeg", max_bytes: 1 };
    const problem = await expectProblem(await post(image, body), 422, "invalid_parameter");
    expect(problem.errors?.map((error) => error.pointer)).toEqual(["#/max_bytes"]);
    expect(problem.message).toMatch(/^max_bytes: expected at least \d+, .+, received 1;/);
  });

  it.each([
    ["start_date=2026-02-30", "#/start_date"],
    ["start_date=2026-03-02&end_date=2026-03-01", "#/end_date"],
    ["timezone=Mars/Olympus", "#/timezone"],
    ["colour=red", "#/colour"],
    ["start_date=%F0%9F%98%80", "#/start_date"],
    ["__proto__=1", "#/__proto__"],
    ["granularity=day&granularity=hour", "#/granularity"],
  ])("points to the invalid parameter of the usage query %s", async (query, pointer) => {
    const problem = await expectProblem(await get(`${usage}?${query}`), 422, "invalid_parameter");
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  it("points to include_stats of the profile", async () => {
    const problem = await expectProblem(await get(`${profile}?include_stats=yes`), 422, "invalid_parameter");
    expect(problem.errors?.[0]?.pointer).toBe("#/include_stats");
  });

  it("returns unsupported_language with the available languages", async () => {
    const problem = await expectProblem(
      await post(text, { text: "Dober dan", analysis_type: "sentiment", language: "sl" }),
      422,
      "unsupported_language",
    );
    expect(problem.message).toContain("en");
  });

  it("returns invalid_image with the recognized format", async () => {
    const none = Buffer.from("<html>not an image</html>").toString("base64");
    await expectProblem(await post(image, { image: none, format: "png" }), 422, "invalid_image");
    const cut = Buffer.from(await tinyPng(), "base64")
      .subarray(0, 50)
      .toString("base64");
    const problem = await expectProblem(
      await post(image, { image: cut, format: "png" }),
      422,
      "invalid_image",
    );
    expect(problem.message).toContain("png");
  });
});

describe("429", () => {
  it("returns quota_exceeded with the registered type, its title, and the exceeded policy", async () => {
    const { key: theirs } = await api.customer({ dailyLimit: 2 });
    for (const remaining of [1, 0]) {
      const response = await fetch(api.url + profile, getRequest(theirs));
      expect(response.status).toBe(200);
      expect(expectContractHeaders(response).remaining).toBe(remaining);
    }
    const response = await fetch(api.url + profile, getRequest(theirs));
    const retry = Number(response.headers.get("Retry-After"));
    const limits = expectContractHeaders(response);
    expect(limits).toMatchObject({ policy: "daily", limit: 2, remaining: 0 });
    expect(retry - (limits.seconds ?? 0)).toBeGreaterThanOrEqual(0);
    expect(retry - (limits.seconds ?? 0)).toBeLessThanOrEqual(1);
    const problem = await expectProblem(response, 429, "quota_exceeded");
    expect(problem).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Quota Exceeded",
      instance: profile,
      "violated-policies": ["daily"],
    });
    expect(problem.message).toMatch(
      /^2 of 2 calls used on the free plan; the allowance resets at \d{4}-\d\d-\d\dT00:00:00Z\.$/,
    );
  });
});

describe("500 and 503", () => {
  it("returns internal_error without the cause, and refunds the call", async () => {
    const records: unknown[] = [];
    const broken = await startApi({
      log: (record) => records.push(record),
      queues: {
        "text-analyzer": {
          enter: () => ({ grow() {}, answer: () => () => {}, leave() {} }),
          run: () => Promise.reject(new TypeError("secret detail")),
          load: () => ({ slots: 0, slotsLimit: 1, bytes: 0, bytesLimit: 1 }),
        },
      },
    });
    const customer = await broken.customer();
    const response = await fetch(broken.url + text, jsonRequest(customer.key, { text: "Hello" }));
    expect(expectContractHeaders(response).remaining).toBe(1000);
    const problem = await expectProblem(response, 500, "internal_error");
    expect(JSON.stringify(problem)).not.toContain("secret detail");
    expect(records).toEqual([
      expect.objectContaining({
        level: "error",
        request_id: problem.request_id,
        error: expect.stringContaining("secret detail"),
      }),
    ]);
    const read = await fetch(broken.url + profile, getRequest(customer.key));
    expect(expectContractHeaders(read).remaining).toBe(999);
    await broken.close();
  });

  it("returns internal_error if an authenticator throws a value that is not an Error", async () => {
    const broken = await startApi({
      authenticator: {
        authenticate() {
          // oxlint-disable-next-line typescript/only-throw-error, typescript/prefer-promise-reject-errors -- what the test is about
          return Promise.reject("a string");
        },
      },
    });
    await expectProblem(await fetch(broken.url + profile, getRequest("x")), 500, "internal_error");
    await broken.close();
  });

  it("returns overloaded if the work queue is full, without counting the call", async () => {
    const queue = workQueue({ concurrency: 1, slots: 1 });
    const full = await startApi({ queues: { "text-analyzer": queue } });
    const { key: theirs } = await full.customer();
    const slot = queue.enter();
    const response = await fetch(full.url + text, jsonRequest(theirs, { text: "Hello" }));
    expect(expectContractHeaders(response)).toMatchObject({ policy: "daily", remaining: 1000 });
    const problem = await expectProblem(response, 503, "overloaded");
    expect(problem).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity",
      title: "Temporary Reduced Capacity",
      "violated-policies": ["capacity"],
    });
    slot.leave();
    const served = await fetch(full.url + text, jsonRequest(theirs, { text: "Hello" }));
    expect(expectContractHeaders(served).remaining).toBe(999);
    await full.close();
  });
});

const maxBytes = 16_000;

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
      const missing = path === image ? 2 : 0;
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
