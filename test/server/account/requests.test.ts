import { closeAccount } from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";

const dayMs = 86_400_000;
let now: number;
let server: ManagementServer;
beforeEach(() => {
  now = Date.parse("2026-11-21T12:00:00Z");
  server = managementServer({ now: () => now, requestLogMs: 3 * dayMs });
});

interface Listed {
  items: Record<string, unknown>[];
  next: string | null;
}

describe("GET /account/requests", () => {
  it("lists calls with keys, refused ones too, without those of the dashboard", async () => {
    const owner = await server.owner();
    const narrow = await server.owner({ scopes: ["usage:read"] });
    const called = await server.call("GET /v1/user/profile", { bearer: owner.key });
    now += 1000;
    await server.call("POST /v1/tools/text-analyzer", { bearer: owner.key, body: { text: 7 } });
    await server.call("GET /account/keys", { as: owner });
    await expectRefusal(
      await server.call("GET /v1/user/profile", { bearer: narrow.key }),
      403,
      "insufficient_scope",
    );
    const { items, next } = await answerOf<Listed>(await server.call("GET /account/requests", { as: owner }));
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        endpoint: "POST /v1/tools/text-analyzer",
        at: "2026-11-21T12:00:01.000Z",
        status: 422,
        code: "invalid_parameter",
        bytes_in: 10,
        transport: "http",
      },
      {
        endpoint: "GET /v1/user/profile",
        request_id: called.headers.get("X-Request-Id"),
        credential: owner.apiKey.id,
        credential_name: "default",
        status: 200,
        code: null,
      },
    ]);
    const others = await answerOf<Listed>(await server.call("GET /account/requests", { as: narrow }));
    expect(others.items).toMatchObject([{ status: 403, code: "insufficient_scope" }]);
  });

  it("filters and pages by the query, and names each invalid parameter", async () => {
    const owner = await server.owner();
    for (let count = 0; count < 5; count++) {
      now += 1000;
      await server.call("GET /v1/user/profile", {
        bearer: owner.key,
        headers: { "X-Request-Id": `r.${count}` },
      });
    }
    await server.call("GET /v1/nothing", { bearer: owner.key });
    const list = async (query: string) =>
      answerOf<Listed>(await server.call(`GET /account/requests?${query}`, { as: owner }));
    const ids = (page: Listed) => page.items.map((item) => item["request_id"]);
    expect(ids(await list("request_id=r.3"))).toEqual(["r.3"]);
    expect(ids(await list("status=404"))).toHaveLength(1);
    expect(ids(await list("status=2"))).toHaveLength(5);
    expect(ids(await list(`credential=${owner.apiKey.id}&endpoint=GET%20/v1/user/profile`))).toHaveLength(5);
    expect(ids(await list("transport=mcp"))).toEqual([]);
    const [earliest, latest] = [now - 3000, now - 1000].map((at) => new Date(at).toISOString());
    expect(ids(await list(`since=${earliest}&until=${latest}`))).toEqual(["r.2", "r.1"]);
    const first = await list("status=2&limit=3");
    expect(ids(first)).toEqual(["r.4", "r.3", "r.2"]);
    const second = await list(`status=2&limit=3&after=${first.next}`);
    expect([ids(second), second.next]).toEqual([["r.1", "r.0"], null]);
    for (const [query, pointer] of [
      ["status=700", "#/status"],
      ["transport=fax", "#/transport"],
      ["request_id=a%20b", "#/request_id"],
      ["after=key_1", "#/after"],
      ["limit=101", "#/limit"],
      ["since=1", "#/since"],
      ["from=1", "#/from"],
    ] as const) {
      const refused = await server.call(`GET /account/requests?${query}`, { as: owner });
      const { errors } = await expectRefusal(refused, 422, "invalid_parameter");
      expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
    }
  });

  it("ends with the account, and with the time of the log", async () => {
    const owner = await server.owner();
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    const later = managementServer({ now: () => now, stores: server, requestLogMs: dayMs });
    const listed = async () =>
      (await answerOf<Listed>(await later.call("GET /account/requests", { as: owner }))).items;
    await expect.poll(listed).toHaveLength(1);
    now += dayMs + 1;
    expect(await listed()).toEqual([]);
    await closeAccount(server, owner.account.id, now);
    expect(await server.documents.list("requests/", { limit: 10 })).toEqual([]);
  });
});

describe("GET /requests", () => {
  it("shows the requests of the API, keeps the filters on the next page, and explains an invalid one", async () => {
    const owner = await server.owner();
    for (let count = 0; count < 60; count++) {
      now += 1000;
      await server.call("GET /v1/user/profile", { bearer: owner.key });
    }
    const page = await (await server.call("GET /requests?status=2", { as: owner })).text();
    expect(page.match(/GET \/v1\/user\/profile/g)).toHaveLength(50);
    const next = /href="(\/requests\?status=2&amp;after=[^"]+)"/.exec(page)?.[1]?.replace("&amp;", "&");
    const second = await (await server.call(`GET ${next}`, { as: owner })).text();
    expect(second.match(/GET \/v1\/user\/profile/g)).toHaveLength(10);
    now += 3_600_000 - 55_000;
    const lastHour = await (await server.call("GET /requests?status=2&period=hour", { as: owner })).text();
    expect(lastHour.match(/GET \/v1\/user\/profile/g)).toHaveLength(50);
    expect(lastHour).toMatch(/href="\/requests\?status=2&amp;period=hour&amp;after=/);
    expect(lastHour).toContain('href="/requests?status=2&amp;period=week"');
    const invalid = await server.call("GET /requests?request_id=a%20b", { as: owner });
    expect([invalid.status, await invalid.text()]).toEqual([
      422,
      expect.stringContaining("Enter the X-Request-Id of a response."),
    ]);
  });
});

describe("GET /requests/:id", () => {
  it("shows a request with the names of its parameters at fault, without values and unlikely names", async () => {
    const owner = await server.owner();
    const headers = { "X-Request-Id": "r.1" };
    const body = { text: "private words", analysis_type: "private", "my private words": 1 };
    await server.call("POST /v1/tools/text-analyzer", { bearer: owner.key, headers, body });
    const listed = async () =>
      (await answerOf<Listed>(await server.call("GET /account/requests", { as: owner }))).items;
    await expect.poll(listed).toMatchObject([{ status: 422, parameters: ["analysis_type"] }]);
    const page = await (await server.call("GET /requests/r.1", { as: owner })).text();
    expect(page).toMatch(/Parameters at fault<\/dt><dd><code>analysis_type</);
    expect(page).toContain('href="/docs/errors#invalid_parameter"');
    expect(page).not.toContain("private");
    const other = await server.owner();
    expect((await server.call("GET /requests/r.1", { as: other })).status).toBe(404);
  });
});

describe("the last use of a key", () => {
  let address = "";
  const listed = async (owner: Awaited<ReturnType<ManagementServer["owner"]>>) => {
    const answer = await server.call("GET /account/keys", { as: owner });
    return (await answerOf<{ items: { last_used_at: unknown; last_used_from: unknown }[] }>(answer)).items;
  };

  beforeEach(() => {
    address = "203.0.113.7";
    server = managementServer({
      now: () => now,
      requestLogMs: 3 * dayMs,
      clientAddress: () => address,
    });
  });

  it("has the client's address, to the minute, also for a call of the profile, and erases it with the account", async () => {
    const owner = await server.owner();
    expect(await listed(owner)).toMatchObject([{ last_used_at: null, last_used_from: null }]);
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    expect(await listed(owner)).toMatchObject([{ last_used_from: "203.0.113.7" }]);
    now += 60_000;
    address = "2001:db8::7";
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    expect(await listed(owner)).toMatchObject([{ last_used_from: "2001:db8::7" }]);
    await closeAccount(server, owner.account.id, now);
    expect(await server.documents.list("last-addresses/", { limit: 1 })).toEqual([]);
  });
});

describe("GET /account/requests/summary", () => {
  interface Summary {
    since: string;
    requests: number;
    statuses: { status: number; requests: number }[];
    latency_ms: { p50: number; p95: number } | null;
    errors: Record<string, unknown>[];
  }

  it("describes the requests within the hours, and names each invalid parameter", async () => {
    const owner = await server.owner();
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    now += 25 * 3_600_000;
    await server.call("POST /v1/tools/text-analyzer", { bearer: owner.key, body: { text: 7 } });
    const read = async (query: string) =>
      answerOf<Summary>(await server.call(`GET /account/requests/summary${query}`, { as: owner }));
    // The log is written in the background.
    await expect.poll(async () => (await read("")).requests).toBe(1);
    const day = await read("");
    expect(day).toMatchObject({
      since: "2026-11-21T13:00:00.000Z",
      requests: 1,
      statuses: [{ status: 422, requests: 1 }],
      errors: [{ code: "invalid_parameter", credential_name: "default", requests: 1 }],
    });
    expect(day.latency_ms?.p50).toBeGreaterThan(0);
    expect((await read("?hours=48")).requests).toBe(2);
    expect((await read("?hours=48&endpoint=GET%20/v1/user/profile")).statuses).toEqual([
      { status: 200, requests: 1 },
    ]);
    const refused = await server.call("GET /account/requests/summary?hours=0", { as: owner });
    expect((await expectRefusal(refused, 422, "invalid_parameter")).errors).toEqual([
      { pointer: "#/hours", detail: "expected an integer from 1 to 720, received 0" },
    ]);
    const other = await server.owner();
    expect(await answerOf(await server.call("GET /account/requests/summary", { as: other }))).toMatchObject({
      requests: 0,
      latency_ms: null,
      errors: [],
    });
  });
});
