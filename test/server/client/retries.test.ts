import {
  ApiError,
  type ClientOptions,
  createClient,
  NetworkError,
  TimeoutError,
} from "@tools-api/server/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  cut,
  cutInside,
  type FailingServer,
  hang,
  problem,
  respond,
  startFailing,
  type Step,
} from "./failing-server.ts";

const ok = respond(200, { text: "done" });

let server: FailingServer;
afterEach(() => server.close());

/** Starts a server with these responses, and calls a tool. */
async function call(steps: readonly Step[], options: Partial<ClientOptions> = {}, signal?: AbortSignal) {
  server = await startFailing(...steps);
  const client = createClient({ baseUrl: server.url, token: "tk_live_a", ...options });
  const outcome: unknown = await client
    .call("text-analyzer", { text: "a" }, signal ? { signal } : {})
    .catch((error: unknown) => error);
  return { outcome };
}

describe("a call that fails", () => {
  it.each([
    ["a connection that is cut", cut],
    ["a response that is cut", cutInside],
    ["408", respond(408, "<h1>Request Timeout</h1>")],
    ["409 idempotency_in_progress", problem(409, "idempotency_in_progress")],
    ["429 with a Retry-After of at most 60 s", problem(429, "quota_exceeded", { "Retry-After": "0" })],
    ["500", problem(500, "internal_error")],
    ["502 in HTML", respond(502, "<h1>Bad Gateway</h1>")],
    ["503", problem(503, "overloaded", { "Retry-After": "0" })],
  ])("is attempted again after %s, with the same Idempotency-Key", async (_, step) => {
    const { outcome } = await call([step, ok]);
    expect(outcome).toEqual({ text: "done" });
    expect(server.requests).toHaveLength(2);
    const [key, ...others] = new Set(server.requests.map(({ headers }) => headers["idempotency-key"]));
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(others).toEqual([]);
  });

  it.each([
    [401, "invalid_credentials"],
    [404, "not_found"],
    [409, "conflict"],
    [422, "invalid_parameter"],
    [429, "too_many_attempts"],
  ])("is not attempted again after %i %s", async (status, code) => {
    const { outcome } = await call([problem(status, code), ok]);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ status, code, message: `It is ${code}.`, requestId: "r-1" });
    expect(server.requests).toHaveLength(1);
  });

  it("is attempted three times, or as often as maxRetries says, and rejects with the last error", async () => {
    const steps = [cut, problem(503, "overloaded"), problem(500, "internal_error"), ok];
    expect((await call(steps)).outcome).toMatchObject({ code: "internal_error" });
    expect(server.requests).toHaveLength(3);
    server.close();
    expect((await call(steps, { maxRetries: 3 })).outcome).toEqual({ text: "done" });
    server.close();
    expect((await call(steps, { maxRetries: 0 })).outcome).toBeInstanceOf(NetworkError);
    expect(server.requests).toHaveLength(1);
  });

  const lost = () => Promise.reject(new TypeError("fetch failed"));
  const busy = (retryAfter: string) => () =>
    Promise.resolve(new Response("busy", { status: 503, headers: { "Retry-After": retryAfter } }));

  it.each([
    ["a random time of at most 0.5 s, then 1 s, without Retry-After", lost, [450, 900]],
    ["also the seconds of Retry-After", busy("5"), [5450, 5900]],
    ["also until the date of Retry-After", busy("Thu, 01 Jan 1970 00:00:10 GMT"), [10_450, 900]],
  ] as const)("is attempted again after %s", async (_, fetch, delays) => {
    server = await startFailing();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 0 });
    const random = vi.spyOn(Math, "random").mockReturnValue(0.9);
    try {
      let attempts = 0;
      const client = createClient({
        baseUrl: "https://api.example.com",
        token: "tk_live_a",
        fetch() {
          attempts += 1;
          return fetch();
        },
      });
      const outcome = client.profile().catch((error: unknown) => error);
      for (const [index, delay] of delays.entries()) {
        await vi.advanceTimersByTimeAsync(delay - 1);
        expect(attempts).toBe(index + 1);
        await vi.advanceTimersByTimeAsync(1);
        expect(attempts).toBe(index + 2);
      }
      expect(await outcome).toBeInstanceOf(Error);
    } finally {
      random.mockRestore();
      vi.useRealTimers();
    }
  });

  it.each([429, 503])("rejects with %i if Retry-After is more than 60 s", async (status) => {
    const { outcome } = await call([problem(status, "quota_exceeded", { "Retry-After": "61" }), ok]);
    expect(outcome).toMatchObject({ status, retryAfter: 61 });
    expect(server.requests).toHaveLength(1);
  });

  it("rejects with a TimeoutError when each attempt takes longer than its timeout", async () => {
    let attempts = 0;
    const never = () => new Promise<Response>(() => (attempts += 1));
    const { outcome } = await call([ok], { timeout: 100, maxRetries: 1, fetch: never });
    expect(outcome).toBeInstanceOf(TimeoutError);
    expect(outcome).toMatchObject({
      name: "TimeoutError",
      message: "timeout: expected a response within 100 ms, received none",
    });
    expect(attempts).toBe(2);
  });
});

describe("a signal that aborts", () => {
  it.each([
    ["before a call", ok, 0],
    ["during an attempt", hang, 1],
    ["while the call waits for its next attempt", problem(503, "overloaded", { "Retry-After": "30" }), 1],
  ])("%s rejects immediately with its reason", async (_, step, requests) => {
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    if (requests === 0) controller.abort(reason);
    const answering: Step = (response) => {
      step(response);
      setImmediate(() => controller.abort(reason));
    };
    const { outcome } = await call([answering], {}, controller.signal);
    expect(outcome).toBe(reason);
    expect(server.requests).toHaveLength(requests);
  });

  it("can be shared by many calls", async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error) => void warnings.push(message);
    process.on("warning", warn);
    try {
      server = await startFailing(hang);
      const client = createClient({ baseUrl: server.url, token: "tk_live_a" });
      const controller = new AbortController();
      const calls = Array.from({ length: 30 }, () => client.profile({}, { signal: controller.signal }));
      const outcomes = Promise.allSettled(calls);
      await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(30);
      controller.abort("enough");
      expect(new Set((await outcomes).map((outcome) => "reason" in outcome && outcome.reason))).toEqual(
        new Set(["enough"]),
      );
      expect(warnings).toEqual([]);
    } finally {
      process.off("warning", warn);
    }
  });

  it("rejects immediately while a token is fetched", async () => {
    const token = () => new Promise<string>(() => {});
    const { outcome } = await call([ok], { token }, AbortSignal.timeout(50));
    expect(outcome).toMatchObject({ name: "TimeoutError" });
    expect(outcome).toBeInstanceOf(DOMException);
    expect(server.requests).toHaveLength(0);
  });
});

describe("a response that is not of the API", () => {
  it.each([
    [
      "HTML",
      respond(200, "<h1>Sign in</h1>\n<p>to the network</p>"),
      "text/html with status 200: <h1>Sign in</h1> <p>to the network</p>",
    ],
    ["HTML of an error", respond(403, "<h1>Blocked</h1>"), "text/html with status 403: <h1>Blocked</h1>"],
    [
      "truncated JSON",
      respond(200, '{"text":', { "Content-Type": "application/json" }),
      'application/json with status 200: {"text":',
    ],
    [
      "a problem of another API",
      respond(404, { detail: "none" }),
      'application/json with status 404: {"detail":"none"}',
    ],
    ["nothing", respond(204, ""), "text/html with status 204: "],
  ])("such as %s is an error that says what arrived", async (_, step, received) => {
    const { outcome } = await call([step]);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({
      code: "unexpected_response",
      message: `expected a response of the API, received ${received}`,
      requestId: null,
      retryAfter: null,
      errors: [],
      policies: [],
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("the options of a client", () => {
  it.each([
    [
      { baseUrl: "api.example.com" },
      "baseUrl: expected a URL such as https://api.example.com, received api.example.com",
    ],
    [{ maxRetries: -1 }, "maxRetries: expected a whole number from 0 to 100, received -1"],
    [{ timeout: Infinity }, "timeout: expected a whole number from 1 to 2147483647, received Infinity"],
  ])("are checked when it is created: %o", (options, message) => {
    const valid = { baseUrl: "https://api.example.com", token: "tk_live_a" };
    expect(() => createClient({ ...valid, ...options })).toThrow(new TypeError(message));
  });

  it("never show the token in an error", async () => {
    const { outcome } = await call([ok], { token: "tk_live_…" });
    expect(outcome).toEqual(
      new TypeError("token: expected an API key or access token, received other characters or nothing"),
    );
    expect(server.requests).toHaveLength(0);
  });

  it("ask for a token before each attempt", async () => {
    let issued = 0;
    const token = async () => `t${(issued += 1)}`;
    await call([cut, ok], { token });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it("add headers to every request, and those of a call override them", async () => {
    server = await startFailing(ok);
    const client = createClient({
      baseUrl: `${server.url}/inner/`,
      token: "tk_live_a",
      headers: { "X-Request-Id": "all", "X-Tenant": "a" },
    });
    await client.usage(
      { granularity: "day", timezone: "Europe/Berlin" },
      { headers: { "x-request-id": "one" } },
    );
    await client.profile();
    expect(server.requests.map(({ target }) => target)).toEqual([
      "GET /inner/v1/analytics/usage?granularity=day&timezone=Europe%2FBerlin",
      "GET /inner/v1/user/profile",
    ]);
    const sent = server.requests.map(({ headers }) => [headers["x-request-id"], headers["x-tenant"]]);
    expect(sent).toEqual([
      ["one", "a"],
      ["all", "a"],
    ]);
  });
});
