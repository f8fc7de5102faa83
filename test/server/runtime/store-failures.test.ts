import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { availableEngines, engineHall, type EngineName, type ServerStores } from "./engines.ts";
import { expectAgreement, inParallel, readUsage } from "../load.ts";
import { type ServerProcess, startServer, startServerHere, type StartedServer } from "../server-process.ts";

const engines = availableEngines();
const processes = engines.filter((name) => name !== "SQLite");
// The nodes of a cluster announce their own addresses, which bypass any proxy.
const behindProxies = processes.filter((name) => name !== "PostgreSQL and a Redis Cluster");
const hall = engineHall();
const running: StartedServer[] = [];
const settings = { LOG_LEVEL: "error", PLAN_FREE_DAILY_LIMIT: "1000000" };

afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await hall.remove();
});

/** For `vi.waitFor`, because concurrent tests cannot call `expect.poll`. */
const untilThen = { timeout: 60_000, interval: 200 };

/** The stores of an engine, and the server on them. */
interface Subject {
  stores: ServerStores;
  server: ServerProcess;
}

async function serve(stores: ServerStores, key?: string): Promise<ServerProcess> {
  const server = await startServer({ ...stores.settings, ...settings });
  running.push(server);
  return key === undefined ? server : { ...server, key };
}

const subjects = new Map<EngineName, Promise<Subject>>();

/** Runs the tests of one engine one after another on one server, and different engines concurrently. */
function inTurn(test: (subject: Subject) => Promise<void>): (name: EngineName) => Promise<void> {
  return (name) => {
    const started = async () => {
      const stores = await hall.newStores(name);
      return { stores, server: await serve(stores) };
    };
    const subject = subjects.get(name) ?? started();
    const turn = subject.then(test);
    const next = turn.catch(async () => (await subject).stores.thaw()).then(() => subject);
    subjects.set(name, next);
    return turn;
  };
}

const profile = ({ url, key }: ServerProcess) => fetch(`${url}/v1/user/profile`, getRequest(key));

interface Client {
  url: string;
  key: string;
}

/** Returns the number of counted calls, from an uncounted response. */
async function counted({ url, key }: Client): Promise<number> {
  const { limit, remaining } = expectContractHeaders(await fetch(`${url}/v1/nothing`, getRequest(key)));
  return limit - remaining;
}

/** Requires that the counter and the report reach this number of calls after all refunds, and agree. */
async function expectCounted(server: ServerProcess, calls: number): Promise<void> {
  await vi.waitFor(async () => expect(await counted(server)).toBe(calls), untilThen);
  const reading = await readUsage(server.url, server.key);
  expectAgreement(reading);
  expect(reading.body.quota.used).toBe(calls + 1);
}

/** Makes calls with ten clients for as long as the server responds. A truncated response fails. */
function loadUntilItEnds(server: ServerProcess) {
  let answered = 0;
  let sent = 0;
  let warmedUp = () => {};
  const running = new Promise<void>((resolve) => {
    warmedUp = resolve;
  });
  const client = async () => {
    for (;;) {
      sent += 1;
      // Rejected or closed between two responses: the server has ended.
      const response = await profile(server).catch(() => null);
      if (!response) return;
      if (response.status !== 200) {
        await expectProblem(response, 503, "storage_unavailable");
        await sleep(50);
      }
      // A truncated response is not JSON.
      else if ((await response.json()) !== null && ++answered === 20) warmedUp();
    }
  };
  const done = Promise.all(Array.from({ length: 10 }, client));
  return { running, answered: () => answered, sent: () => sent, done };
}

describe("a store", () => {
  it.concurrent.each(engines)(
    "delays calls while it is frozen for a moment, and counts each once: %s",
    inTurn(async ({ stores, server }) => {
      const before = await counted(server);
      expect((await profile(server)).status).toBe(200);
      await stores.freeze();
      const waiting = Promise.all(Array.from({ length: 5 }, () => profile(server)));
      await sleep(700);
      await stores.thaw();
      expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await expectCounted(server, before + 6);
    }),
  );

  it.concurrent.each(engines)(
    "returns 503 while it is frozen for long, loses no count, and recovers with it: %s",
    inTurn(async ({ stores, server }) => {
      const before = await counted(server);
      expect((await profile(server)).status).toBe(200);
      const text = "The harbour was calm, and the old engine did not fail once. ".repeat(500);
      const admitted = fetch(`${server.url}/v1/tools/text-analyzer`, jsonRequest(server.key, { text }));
      await sleep(150);
      await stores.freeze();
      let isRefused = false;
      const refused = profile(server).finally(() => (isRefused = true));
      const ready = fetch(`${server.url}/readyz`);
      for (let probe = 0; probe < 5; probe++) {
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        await sleep(50);
      }
      // If these responses waited for the store as well, seconds would pass.
      expect(isRefused).toBe(false);
      await expectProblem(await refused, 503, "storage_unavailable");
      expect((await ready).status).toBe(503);
      await expectProblem(await admitted, 503, "storage_unavailable");
      await stores.thaw();
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), untilThen);
      expect((await profile(server)).status).toBe(200);
      await expectCounted(server, before + 2);
    }),
  );

  it.concurrent.each(processes)(
    "loses no acknowledged call and counts no retry twice when it is killed under load and restarted: %s",
    inTurn(async ({ stores, server }) => {
      const before = await counted(server);
      let answered = 0;
      let hundred = () => {};
      const begun = new Promise<void>((resolve) => {
        hundred = resolve;
      });
      const load = inParallel(10, 400, async () => {
        for (;;) {
          const response = await profile(server);
          if (response.status === 200) {
            await response.arrayBuffer();
            if (++answered === 100) hundred();
            return;
          }
          await expectProblem(response, 503, "storage_unavailable");
          await sleep(100);
        }
      });
      await begun;
      await stores.kill?.();
      await sleep(1500);
      await stores.restart?.();
      await load;
      expect(answered).toBe(400);
      await expectCounted(server, before + 400);
    }),
  );

  it.concurrent.each(behindProxies)(
    "receives a retry if its response was lost with the connection, and counts each call once: %s",
    inTurn(async ({ stores, server }) => {
      const before = await counted(server);
      expect((await profile(server)).status).toBe(200);
      let waiting: Promise<Response[]> | undefined;
      await stores.loseAnswers?.(async () => {
        waiting = Promise.all(Array.from({ length: 5 }, () => profile(server)));
        await sleep(300);
      });
      expect((await waiting)?.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await expectCounted(server, before + 6);
    }),
  );
});

describe("SIGTERM", () => {
  it.concurrent.each(engines)(
    "under load ends the server with 0, with each response complete, recorded or rejected: %s",
    inTurn(async (subject) => {
      const { stores, server } = subject;
      const before = await counted(server);
      const { running, answered, sent, done } = loadUntilItEnds(server);
      await running;
      expect(await server.stop()).toBe(0);
      await done;
      subject.server = await serve(stores, server.key);
      const used = (await counted(subject.server)) - before;
      expect(used).toBeGreaterThanOrEqual(answered());
      expect(used).toBeLessThanOrEqual(sent());
    }),
  );

  it.concurrent.each(engines)(
    "ends the server with 0 even if its store is frozen: %s",
    inTurn(async ({ stores, server }) => {
      const before = await counted(server);
      const { running, answered, sent, done } = loadUntilItEnds(server);
      await running;
      await stores.freeze();
      await sleep(100);
      expect(await server.stop()).toBe(0);
      await done;
      await stores.thaw();
      const { url, stop } = await startServerHere({ ...stores.settings, ...settings });
      const used = (await counted({ url, key: server.key })) - before;
      await stop();
      expect(used).toBeGreaterThanOrEqual(answered());
      expect(used).toBeLessThanOrEqual(sent());
    }),
  );
});
