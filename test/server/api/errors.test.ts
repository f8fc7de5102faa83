import { request as httpRequest } from "node:http";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { ToolsError } from "@tools-api/core";
import { revokeApiKey, setStatus } from "@tools-api/core/accounts";
import type { LostRefunds } from "@tools-api/core/usage";
import { workQueue } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { crc32 } from "./crc32.ts";
import { withImages, withLongTexts } from "../tools.ts";

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
    ["a string", '"text"'],
    ["null", "null"],
    ["nothing", ""],
    ["a hundred thousand open brackets", "[".repeat(100_000)],
  ])("returns invalid_json for %s", async (_, body) => {
    await expectProblem(await post(text, body), 400, "invalid_json");
  });

  it("returns invalid_json for bytes that are not UTF-8", async () => {
    const response = await fetch(api.url + text, {
      ...jsonRequest(key, ""),
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    await expectProblem(response, 400, "invalid_json");
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
  it("returns not_found with the caller's own quota", async () => {
    const response = await get("/v1/nothing/here");
    expect(expectContractHeaders(response).policy).toBe("daily");
    await expectProblem(response, 404, "not_found");
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

  it("rejects a body without a declared length as soon as it is too long", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (sent > 60_000_000) controller.close();
      },
    });
    const streamed = { ...jsonRequest(key, ""), body, duplex: "half" };
    const response = await fetch(api.url + text, streamed);
    await expectProblem(response, 413, "payload_too_large");
    expect(sent).toBeLessThan(60_000_000);
  });

  it("rejects a text of more than 1,000,000 bytes and accepts one of exactly 1,000,000", async () => {
    const response = await post(text, { text: "é".repeat(500_001), analysis_type: "language" });
    await expectProblem(response, 413, "payload_too_large");
    const escaped = `{"analysis_type":"language","text":"${"\\u0061 ".repeat(500_000)}"}`;
    expect((await post(text, escaped)).status).toBe(200);
  });

  it("rejects an image of more than 25 MiB", async () => {
    const response = await post(image, { image: "A".repeat(35_000_000), format: "png" });
    await expectProblem(response, 413, "payload_too_large");
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
    const plain = await post(text, { text: "Hello" }, { "Content-Type": "application/json; charset=utf-8" });
    expect(plain.status).toBe(200);
  });
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
    [text, { text: 5 }, "#/text"],
    [text, { text: "Hello", analysis_type: "tone" }, "#/analysis_type"],
    [text, { text: "Hello", analysis_type: "" }, "#/analysis_type"],
    [text, { text: "Hello", language: "not a tag" }, "#/language"],
    [text, { text: "Hello", offset_unit: "bytes" }, "#/offset_unit"],
    [text, { text: "Hello", "a/b~c d": 1 }, "#/a~1b~0c%20d"],
    [image, { image: "AAAA" }, "#/format"],
    [image, { format: "png" }, "#/image"],
    [image, { image: "AAAA", format: "png", quality: "80" }, "#/quality"],
    [image, { image: "AAAA", format: "png", quality: 80.5 }, "#/quality"],
    [image, { image: "AA*AAA==", format: "png" }, "#/image"],
    [image, { image: "AAAAA", format: "png" }, "#/image"],
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
    ["granularity=fortnight", "#/granularity"],
    ["start_date=2026-02-30", "#/start_date"],
    ["end_date=yesterday", "#/end_date"],
    ["start_date=2026-03-02&end_date=2026-03-01", "#/end_date"],
    ["start_date=2024-01-01&end_date=2026-01-01", "#/start_date"],
    ["start_date=2026-01-01&end_date=2026-03-01&granularity=hour", "#/start_date"],
    ["timezone=Mars/Olympus", "#/timezone"],
    ["timezone=%2B01:00", "#/timezone"],
    ["colour=red", "#/colour"],
    ["granularity=day&granularity=hour", "#/granularity"],
  ])("points to the invalid parameter of the usage query %s", async (query, pointer) => {
    const problem = await expectProblem(await get(`${usage}?${query}`), 422, "invalid_parameter");
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  it("points to include_stats of the profile", async () => {
    const problem = await expectProblem(await get(`${profile}?include_stats=yes`), 422, "invalid_parameter");
    expect(problem.errors?.[0]?.pointer).toBe("#/include_stats");
  });

  it("reports the position of the first invalid character of base64", async () => {
    const problem = await expectProblem(
      await post(image, { image: "data:image/png;base64,AAAA!AAA", format: "png" }),
      422,
      "invalid_parameter",
    );
    expect(problem.errors?.[0]?.detail).toContain('received "!" at position 26');
  });

  it("returns unsupported_language with the available languages", async () => {
    const problem = await expectProblem(
      await post(text, { text: "Hyvää päivää", analysis_type: "sentiment", language: "fi" }),
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

  it("returns image_too_large from the header with the maximum size", async () => {
    const header = Buffer.from(await tinyPng(), "base64");
    header.writeUInt32BE(30_000, 16);
    header.writeUInt32BE(30_000, 20);
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
    const problem = await expectProblem(
      await post(image, { image: header.toString("base64"), format: "png" }),
      422,
      "image_too_large",
    );
    expect(problem.message).toMatch(/50/);
  });

  // The test that jobs are killed is in image-pool.test.ts, where they run.
  it("returns processing_limit for a job that was killed, and counts the call", async () => {
    const cutOff = new ToolsError("processing_limit", "It took too long.");
    const limited = await startApi(withImages(() => Promise.reject(cutOff)));
    const customer = await limited.customer();
    const body = { image: "AAAA", format: "webp" };
    const response = await fetch(limited.url + image, jsonRequest(customer.key, body));
    expect(expectContractHeaders(response).remaining).toBe(999);
    await expectProblem(response, 422, "processing_limit");
    await limited.close();
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

describe("429 under several policies", () => {
  it("names every exceeded limit, and the last of their resets as the retry time", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T12:00:30.250Z") });
    const { plans } = readConfig({ PLAN_FREE_PER_MINUTE: "2", PLAN_FREE_PER_SECOND: "2" });
    const strict = await startApi({ plans });
    const one = await strict.customer({ keyLimit: 2 });
    const read = () => fetch(strict.url + profile, getRequest(one.key));
    for (const remaining of [1, 0]) expect(expectContractHeaders(await read()).remaining).toBe(remaining);
    const violations: [number, string[], number][] = [
      [0, ["per_minute", "per_second", "key_daily"], 43_170],
      [1000, ["per_minute", "key_daily"], 43_169],
      [30_000, ["key_daily"], 43_140],
    ];
    for (const [later, policies, retryAfter] of violations) {
      vi.setSystemTime(Date.parse("2026-11-21T12:00:30.250Z") + later);
      const response = await read();
      expect(response.headers.get("Retry-After")).toBe(String(retryAfter));
      expect(expectContractHeaders(response)).toMatchObject({ policy: "key_daily", remaining: 0 });
      const problem = await expectProblem(response, 429, "quota_exceeded");
      expect(problem["violated-policies"]).toEqual(policies);
      expect(problem.message).toContain(
        `2 of 2 calls used with the key ${one.apiKey.id}; the allowance resets at 2026-11-22T00:00:00Z.`,
      );
    }
    // No rejection has used a unit of any window.
    const report = await fetch(`${strict.url}${usage}`, getRequest(one.key));
    expect(expectContractHeaders(report).policies).toMatchObject([
      { policy: "daily", remaining: 998 },
      {},
      {},
      {},
    ]);
    await strict.close();
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
          load: () => ({ places: 0, placesLimit: 1, bytes: 0, bytesLimit: 1 }),
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

  it("returns the same error if the refund fails, shows the call as counted, and reports the lost refund", async () => {
    const kept: LostRefunds[] = [];
    const records: unknown[] = [];
    const store = memoryUsage();
    const broken = await startApi({
      log: (record) => records.push(record),
      usage: { ...store, refund: () => Promise.reject(new Error("the disk is full")) },
      ...withLongTexts(0, () => Promise.reject(new Error("the process died"))),
      onLostRefunds: (units) => kept.push(units),
    });
    const customer = await broken.customer();
    const response = await fetch(broken.url + text, jsonRequest(customer.key, { text: "Hello" }));
    expect(expectContractHeaders(response).remaining).toBe(999);
    await expectProblem(response, 500, "internal_error");
    expect(records).toEqual([
      expect.objectContaining({ error: expect.stringContaining("the process died") }),
    ]);
    const read = await fetch(broken.url + profile, getRequest(customer.key));
    expect(expectContractHeaders(read).remaining).toBe(998);
    expect(kept).toEqual([
      {
        calls: [expect.objectContaining({ account: customer.account.id, endpoint: "text-analyzer" })],
        cause: new Error("the disk is full"),
      },
    ]);
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
    const queue = workQueue({ concurrency: 1, places: 1 });
    const full = await startApi({ queues: { "text-analyzer": queue } });
    const { key: theirs } = await full.customer();
    const place = queue.enter();
    const response = await fetch(full.url + text, jsonRequest(theirs, { text: "Hello" }));
    expect(expectContractHeaders(response)).toMatchObject({ policy: "daily", remaining: 1000 });
    const problem = await expectProblem(response, 503, "overloaded");
    expect(problem).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity",
      title: "Temporary Reduced Capacity",
      "violated-policies": ["capacity"],
    });
    place.leave();
    const served = await fetch(full.url + text, jsonRequest(theirs, { text: "Hello" }));
    expect(expectContractHeaders(served).remaining).toBe(999);
    await full.close();
  });
});
