import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../command.ts";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";
import { availableEngines, engineHall, type EngineName } from "./engines.ts";
import { expectAgreement, inParallel, readUsage } from "../load.ts";
import { type ServerProcess, startServer, startServerHere, type StartedServer } from "../server-process.ts";

const engines = availableEngines();
const hall = engineHall();
// Plans and keys are documents, which all engines except SQLite store in PostgreSQL.
const documentEngines: EngineName[] = ["SQLite", "PostgreSQL and Redis"];
type Settings = Record<string, string>;

const quiet = (environment: Settings): Settings => ({ LOG_LEVEL: "error", ...environment });

afterAll(async () => {
  await hall.remove();
});

/** Requires that servers started on an empty store admit exactly the first account's calls. */
async function expectExactAllowance(servers: StartedServer[], settings: Settings, allowance = 1000) {
  // One of the servers that start together on an empty store creates the first account.
  const keys = servers.map(({ key }) => key).filter((key) => key !== "");
  expect(keys).toHaveLength(1);
  const [key = ""] = keys;
  const urls = servers.map(({ url }) => url);

  let admitted = 0;
  let refused = 0;
  await inParallel(50, 1.2 * allowance, async (index) => {
    // A kept connection can end just as a busy machine sends the next call on it.
    const headers = { Authorization: `Bearer ${key}`, Connection: "close" };
    const send = () => fetch(`${urls[index % urls.length]}/v1/user/profile`, { headers });
    let response = await send();
    // A call that a starved store does not answer in time is not counted, and a client repeats it.
    while (response.status === 503) response = await send();
    if (response.status === 200) {
      await response.arrayBuffer();
      admitted += 1;
      return;
    }
    expect(expectContractHeaders(response).remaining).toBe(0);
    await expectProblem(response, 429, "quota_exceeded");
    refused += 1;
  });
  expect(refused).toBe(0.2 * allowance);
  expect(admitted).toBe(allowance);

  // No command reads the memory of a server.
  if (settings["DATABASE_URL"] === "memory:") return;
  await runCommand(["accounts", "set-plan", "--email", "owner@example.com", "--plan", "pro"], settings);
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

describe("one process on SQLite", () => {
  let settings: Settings;
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    ({ settings } = await hall.newStores("SQLite"));
    server = await startServer(quiet(settings));
    ({ key } = server);
  });
  afterAll(async () => {
    await server.stop("SIGKILL");
  });

  it("loses no acknowledged call when it is killed, and counter and analytics agree after the restart", async () => {
    await runCommand(
      ["accounts", "set-plan", "--email", "owner@example.com", "--plan", "enterprise"],
      settings,
    );
    const { totals: before } = (await readUsage(server.url, key)).body;
    let acknowledged = 0;
    let sent = 0;
    const { url } = server;
    let answered = 0;
    let isAlive = true;
    let begun = () => {};
    const underLoad = new Promise<void>((resolve) => (begun = resolve));
    const load = inParallel(20, 100_000, async () => {
      if (!isAlive) return;
      sent += 1;
      try {
        const response = await fetch(`${url}/v1/user/profile`, getRequest(key));
        if (response.status === 200) acknowledged += 1;
        if (++answered === 250) begun();
      } catch {
        isAlive = false;
      }
    });
    await underLoad;
    await server.stop("SIGKILL");
    await load;
    const restarted = await startServerHere(settings);
    onTestFinished(async () => void (await restarted.stop()));
    const reading = await readUsage(restarted.url, key);
    sent += 1;
    acknowledged += 1;
    expectAgreement(reading);
    const { calls, succeeded } = reading.body.totals;
    expect(calls - before.calls).toBeGreaterThanOrEqual(acknowledged);
    expect(calls - before.calls).toBeLessThanOrEqual(sent);
    // A report lacks its own outcome, here and in the previous report.
    expect(succeeded - before.succeeded).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(240);
  });
});

describe.each(engines)("two processes on %s", (name) => {
  let settings: Settings;
  // One of them is this process.
  let servers: [StartedServer, StartedServer];
  beforeAll(async () => {
    ({ settings } = await hall.newStores(name));
    const limited = quiet({ ...settings, PLAN_FREE_DAILY_LIMIT: "200" });
    servers = await Promise.all([startServer(limited), startServerHere(limited)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("admit exactly 200 of 240 concurrent calls", async () => {
    await expectExactAllowance(servers, settings, 200);
  });

  it.runIf(documentEngines.includes(name))(
    "apply a revocation and an upgrade by a third process at the next request",
    async () => {
      const [one, two] = servers;
      // The servers started together on an empty store, where one of them creates the first account and key.
      const owned = await runCommand(["keys", "list", "--email", "owner@example.com", "--json"], settings);
      expect(JSON.parse(owned)).toHaveLength(1);
      const created = await runCommand(["keys", "create", "--email", "ada@example.com", "--json"], settings);
      const { key, key_id: id } = JSON.parse(created) as { key: string; key_id: string };
      const profile = ({ url }: StartedServer) => fetch(`${url}/v1/user/profile`, getRequest(key));
      expect(expectContractHeaders(await profile(one))).toMatchObject({ limit: 200, remaining: 199 });
      expect(expectContractHeaders(await profile(two))).toMatchObject({ limit: 200, remaining: 198 });
      await runCommand(["accounts", "set-plan", "--email", "ada@example.com", "--plan", "pro"], settings);
      expect(expectContractHeaders(await profile(two))).toMatchObject({ limit: 10_000, remaining: 9997 });
      expect(expectContractHeaders(await profile(one))).toMatchObject({ limit: 10_000, remaining: 9996 });
      await runCommand(["keys", "revoke", id], settings);
      await expectProblem(await profile(one), 401, "invalid_credentials");
      await expectProblem(await profile(two), 401, "invalid_credentials");
    },
  );
});
