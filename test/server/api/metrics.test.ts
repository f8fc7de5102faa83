import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi, workQueue } from "@tools-api/server";
import { readConfig, serveNode } from "@tools-api/server/node";
import { prometheusMetrics } from "@tools-api/server/prometheus";
import { describe, expect, it } from "vitest";
import packageFile from "@tools-api/server/package.json" with { type: "json" };
import { getRequest, jsonRequest } from "../contract.ts";
import { exposition } from "../exposition.ts";
import { withLongTexts } from "../tools.ts";

const text = "/v1/tools/text-analyzer";
const profile = "/v1/user/profile";

/** Creates an API with metrics, and an account with a key that has the given daily limit. */
async function apiWithMetrics(dailyLimit: number, overrides: Partial<ApiDependencies> = {}) {
  const documents = memoryDocuments();
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const { secret: key } = await createApiKey(documents, account.id, { dailyLimit }, { at: Date.now() });
  const api = createApi({
    documents,
    usage: memoryUsage(),
    authenticator: apiKeyAuthenticator({ documents }),
    metrics: prometheusMetrics({ processMetrics: false }),
    ...overrides,
  });
  const read = async () => exposition(await (await api.request("/metrics")).text());
  const status = async (path: string, init: RequestInit) => (await api.request(path, init)).status;
  return { api, account, key, read, status };
}

const calls = (endpoint: string, outcome: string) =>
  `tools_api_calls_total{endpoint="${endpoint}",outcome="${outcome}"}`;

const requests = (method: string, route: string, status: number) =>
  `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"}`;

describe("GET /metrics", () => {
  it("counts every call once by endpoint and outcome, and every request once by method, route and status", async () => {
    const failing = withLongTexts(10, () => Promise.reject(new Error("internal error")));
    const { key, read, status } = await apiWithMetrics(6, failing);
    const before = await read();
    expect(before.get(calls("text-analyzer", "succeeded"))).toBe(0);
    const short = jsonRequest(key, { text: "Good.", analysis_type: "sentiment" });
    const long = jsonRequest(key, { text: "A text that is long enough." });
    const invalid = jsonRequest(key, { text: 5 });
    expect(await status(text, short)).toBe(200);
    expect(await status(text, short)).toBe(200);
    for (let count = 0; count < 3; count++) expect(await status(text, invalid)).toBe(422);
    expect(await status(text, long)).toBe(500);
    expect(await status(profile, { ...getRequest(key), method: "HEAD" })).toBe(200);
    // Six calls have used up the daily limit. The call with status 500 was refunded.
    for (let count = 0; count < 4; count++) expect(await status(profile, getRequest(key))).toBe(429);
    // These requests are not calls. The two with an invalid key count as failed authentications, even on an unknown path.
    expect(await status(profile, { method: "OPTIONS" })).toBe(204);
    expect(await status(profile, jsonRequest(key, {}))).toBe(405);
    expect(await status(profile, {})).toBe(401);
    expect(await status(profile, getRequest("guess"))).toBe(401);
    expect(await status("/v1/nothing", getRequest("guess"))).toBe(404);
    const after = await read();
    const increased = new Map(
      [...after].filter(
        ([series, value]) => /_total|_count/.test(series) && value !== (before.get(series) ?? 0),
      ),
    );
    expect(increased).toEqual(
      new Map([
        [calls("text-analyzer", "succeeded"), 2],
        [calls("text-analyzer", "failed"), 3],
        [calls("text-analyzer", "server_error"), 1],
        [calls("profile", "succeeded"), 1],
        [calls("profile", "rejected"), 4],
        ["tools_api_failed_authentications_total", 2],
        [requests("POST", text, 200), 2],
        [requests("POST", text, 422), 3],
        [requests("POST", text, 500), 1],
        [requests("HEAD", profile, 200), 1],
        [requests("GET", profile, 429), 4],
        [requests("OPTIONS", profile, 204), 1],
        [requests("POST", profile, 405), 1],
        [requests("GET", profile, 401), 2],
        [requests("GET", "", 404), 1],
      ]),
    );
  });

  it("counts durations in the buckets of seconds that OpenTelemetry advises, and finer and coarser ones", async () => {
    const { key, read, status } = await apiWithMetrics(1);
    await status(profile, getRequest(key));
    const bounds = [...(await read()).keys()].flatMap(
      (series) => /_bucket\{le="([\d.]+)"/.exec(series)?.[1] ?? [],
    );
    const advised = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
    expect(bounds.map(Number)).toEqual([0.001, 0.0025, ...advised, 30]);
  });

  it("has the release and the runtime of the server as labels of tools_api_build_info", async () => {
    const { read } = await apiWithMetrics(1);
    const labels = `version="${packageFile.version}",runtime="node ${process.versions.node}"`;
    expect((await read()).get(`tools_api_build_info{${labels}}`)).toBe(1);
  });

  it("creates no series for arbitrary paths and methods", async () => {
    const { read, status } = await apiWithMetrics(1);
    const sendArbitrary = (index: number) => status(`/v1/${index}"\n{}`, { method: `M${index}` });
    await sendArbitrary(0);
    const before = await read();
    for (let index = 1; index <= 1000; index++) await sendArbitrary(index);
    const after = await read();
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(after.get(requests("_OTHER", "", 404))).toBe(1001);
  });

  it("shows the occupancy of the work queues at the time of the scrape", async () => {
    const image = workQueue({ slots: 4, bytes: 1000 });
    const { read } = await apiWithMetrics(1, { queues: { "image-converter": image } });
    const slot = image.enter();
    slot.grow(300);
    const busy = await read();
    expect(busy.get('tools_api_queue_slots_in_use{queue="image-converter"}')).toBe(1);
    expect(busy.get('tools_api_queue_bytes_in_use{queue="image-converter"}')).toBe(300);
    expect(busy.get('tools_api_queue_slots_limit{queue="image-converter"}')).toBe(4);
    expect(busy.get('tools_api_queue_slots_limit{queue="text-analyzer"}')).toBe(512);
    slot.leave();
    expect((await read()).get('tools_api_queue_slots_in_use{queue="image-converter"}')).toBe(0);
  });

  it("counts refunds that failed", async () => {
    const metrics = prometheusMetrics({ processMetrics: false });
    const { read } = await apiWithMetrics(1, { metrics });
    const lostCalls = [1, 2, 3].map((at) => ({ account: "acct_x", endpoint: "profile" as const, at }));
    metrics.countKeptUnits({ calls: lostCalls, cause: new Error("no answer") });
    expect((await read()).get("tools_api_kept_units_total")).toBe(3);
  });

  it("counts separately for each API of a process", async () => {
    const [one, other] = [await apiWithMetrics(5), await apiWithMetrics(5)];
    expect(await one.status(profile, getRequest(one.key))).toBe(200);
    expect((await one.read()).get(calls("profile", "succeeded"))).toBe(1);
    expect((await other.read()).get(calls("profile", "succeeded"))).toBe(0);
  });

  it("exists only if metrics are passed", async () => {
    const { api } = await apiWithMetrics(1, { metrics: undefined });
    expect((await api.request("/metrics")).status).toBe(404);
    const openapi = (await (await api.request("/openapi.json")).json()) as { paths: object };
    expect(openapi.paths).not.toHaveProperty("/metrics");
  });

  it("shows the requests of pages and the process metrics without personal data, and is absent if METRICS is off", async () => {
    const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" };
    const server = await serveNode(readConfig(settings));
    try {
      const key = server.first?.secret ?? "";
      expect((await fetch(server.url + profile, getRequest(key))).status).toBe(200);
      expect((await fetch(`${server.url}/account/keys/key_x`, getRequest("guess"))).status).toBe(401);
      const response = await fetch(`${server.url}/metrics`);
      expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      const page = await response.text();
      const samples = exposition(page);
      expect(samples.get(calls("profile", "succeeded"))).toBe(1);
      expect(samples.get(requests("GET", "/account/keys/:id", 401))).toBe(1);
      expect(samples.get("tools_api_failed_authentications_total")).toBe(1);
      expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
      expect(samples.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
      expect(page).not.toMatch(/acct_|tk_|key_|@|127\.0\.0\.1/);
      const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object };
      expect(openapi.paths).toHaveProperty("/metrics");
    } finally {
      await server.close();
    }
    const withoutMetrics = await serveNode(readConfig({ ...settings, METRICS: "off" }));
    expect((await fetch(`${withoutMetrics.url}/metrics`)).status).toBe(404);
    await withoutMetrics.close();
  });
});
