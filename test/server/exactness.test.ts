import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { toolsApi } from "./command.ts";
import { expectContractHeaders, expectProblem, getRequest } from "./contract.ts";
import { availableEngines, engineHall } from "./engines.ts";
import { expectAgreement, inParallel, readUsage } from "./load.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const engines = availableEngines();
const hall = engineHall();
const running: ServerProcess[] = [];

type Settings = Record<string, string>;

const quiet = (environment: Settings): Settings => ({ LOG_LEVEL: "error", ...environment });

async function start(environment: Settings): Promise<ServerProcess> {
  const server = await startServer(quiet(environment));
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop("SIGKILL")));
});
afterAll(async () => {
  await hall.remove();
});

/** Requires of servers that were started on an empty store that they give out the first account's calls exactly. */
async function expectExactAllowance(servers: ServerProcess[], settings: Settings, allowance = 1000) {
  // Of those that start together on an empty store one makes the first account.
  const keys = servers.map(({ key }) => key).filter((key) => key !== "");
  expect(keys).toHaveLength(1);
  const [key = ""] = keys;
  const urls = servers.map(({ url }) => url);

  const remaining: number[] = [];
  let refused = 0;
  await inParallel(50, 1.2 * allowance, async (index) => {
    const response = await fetch(`${urls[index % urls.length]}/v1/user/profile`, getRequest(key));
    const limits = expectContractHeaders(response);
    if (response.status === 200) {
      remaining.push(limits.remaining);
      await response.arrayBuffer();
      return;
    }
    await expectProblem(response, 429, "quota_exceeded");
    expect(limits.remaining).toBe(0);
    refused += 1;
  });
  expect(refused).toBe(0.2 * allowance);
  expect(remaining).toHaveLength(allowance);

  // No command comes to what a server has in its memory.
  if (settings["DATABASE_URL"] === "memory:") return;
  const upgrade = await toolsApi(
    ["accounts", "set-plan", "--email", "owner@example.com", "--plan", "pro"],
    settings,
  );
  expect(upgrade.code, upgrade.stderr).toBe(0);
  for (const [index, url] of urls.entries()) {
    const reading = await readUsage(url, key);
    expectAgreement(reading);
    expect(reading.body.quota).toMatchObject({ limit: 10_000, used: allowance + 1 + index });
    expect(reading.body.totals).toMatchObject({
      succeeded: allowance + index,
      failed: 0,
      rejected: 0.2 * allowance,
    });
  }
}

describe("one process", () => {
  it("admits exactly 1,000 of 1,200 concurrent calls in memory", async () => {
    const settings = { DATABASE_URL: "memory:" };
    await expectExactAllowance([await start(settings)], settings);
  });

  it("admits exactly 1,000 of 1,200 concurrent calls on SQLite", async () => {
    const { settings } = await hall.newStores("SQLite");
    await expectExactAllowance([await start(settings)], settings);
  });

  it("shows each admitted call of a profile another number of calls left", async () => {
    const server = await start((await hall.newStores("SQLite")).settings);
    const seen = new Set<number>();
    await inParallel(50, 400, async () => {
      const response = await fetch(`${server.url}/v1/nothing`, getRequest(server.key));
      expect(expectContractHeaders(response).remaining).toBeLessThanOrEqual(1000);
      const invalid = await fetch(`${server.url}/v1/tools/text-analyzer`, {
        ...getRequest(server.key),
        method: "POST",
      });
      seen.add(expectContractHeaders(invalid).remaining);
    });
    expect([...seen].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 400 }, (_, index) => 600 + index),
    );
  });
});

describe.each(engines)("two processes on %s", (name) => {
  let settings: Settings;
  let servers: [ServerProcess, ServerProcess];
  beforeAll(async () => {
    ({ settings } = await hall.newStores(name));
    const limited = quiet({ ...settings, PLAN_FREE_DAILY_LIMIT: "400" });
    servers = await Promise.all([startServer(limited), startServer(limited)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  });

  it("admit exactly 400 of 480 concurrent calls", async () => {
    await expectExactAllowance(servers, settings, 400);
  });

  it("heed at the very next request what a third has changed: revocation and upgrade", async () => {
    const [one, two] = servers;
    const created = await toolsApi(["keys", "create", "--email", "ada@example.com", "--json"], settings);
    const { key, key_id: id } = JSON.parse(created.stdout) as { key: string; key_id: string };
    const profile = ({ url }: ServerProcess) => fetch(`${url}/v1/user/profile`, getRequest(key));
    expect(expectContractHeaders(await profile(one))).toMatchObject({ limit: 400, remaining: 399 });
    expect(expectContractHeaders(await profile(two))).toMatchObject({ limit: 400, remaining: 398 });
    await toolsApi(["accounts", "set-plan", "--email", "ada@example.com", "--plan", "pro"], settings);
    expect(expectContractHeaders(await profile(two))).toMatchObject({ limit: 10_000, remaining: 9997 });
    expect(expectContractHeaders(await profile(one))).toMatchObject({ limit: 10_000, remaining: 9996 });
    await toolsApi(["keys", "revoke", id], settings);
    await expectProblem(await profile(one), 401, "invalid_credentials");
    await expectProblem(await profile(two), 401, "invalid_credentials");
  });
});

describe("kill -9", () => {
  it("loses no acknowledged call, and counter and analytics agree after the restart", async () => {
    const { settings } = await hall.newStores("SQLite");
    const first = await start(settings);
    const { key } = first;
    await toolsApi(
      ["accounts", "set-plan", "--email", "owner@example.com", "--plan", "enterprise"],
      settings,
    );
    let server = first;
    let acknowledged = 0;
    let sent = 0;
    for (let round = 0; round < 3; round++) {
      let alive = true;
      const { url } = server;
      const load = inParallel(20, 100_000, async () => {
        if (!alive) return;
        sent += 1;
        try {
          const response = await fetch(`${url}/v1/user/profile`, getRequest(key));
          if (response.status === 200) acknowledged += 1;
        } catch {
          alive = false;
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 400 + 150 * round));
      await server.stop("SIGKILL");
      await load;
      server = await start(settings);
      const reading = await readUsage(server.url, key);
      sent += 1;
      acknowledged += 1;
      expectAgreement(reading);
      expect(reading.body.totals.calls).toBeGreaterThanOrEqual(acknowledged);
      expect(reading.body.totals.calls).toBeLessThanOrEqual(sent);
      expect(reading.body.totals.succeeded).toBeGreaterThanOrEqual(acknowledged - 1);
    }
    expect(acknowledged).toBeGreaterThan(100);
  });
});
