import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "./contract.ts";
import { availableEngines, engineHall, type EngineName, type ServerStores } from "./engines.ts";
import { expectAgreement, inParallel, readUsage } from "./load.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const engines = availableEngines();
const processes = engines.filter((name) => name !== "SQLite");
// The nodes of a cluster tell their own addresses, past any proxy.
const behindProxies = processes.filter((name) => name !== "PostgreSQL and a Redis Cluster");
const hall = engineHall();
const running: ServerProcess[] = [];

afterAll(async () => {
  await Promise.all(running.map((server) => server.stop("SIGKILL")));
  await hall.remove();
});

const turns = new Map<EngineName, Promise<void>>();

/** Lets tests run beside each other, but those that share an engine's processes one after the other. */
function inTurn(test: (name: EngineName) => Promise<void>): (name: EngineName) => Promise<void> {
  return (name) => {
    if (name === "SQLite") return test(name);
    const turn = (turns.get(name) ?? Promise.resolve()).then(() => test(name));
    turns.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}

/** A server on stores of a test's own, whose account has calls enough. */
async function serve(name: EngineName): Promise<{ stores: ServerStores; server: ServerProcess }> {
  const stores = await hall.newStores(name);
  const server = await startServer({ ...stores.settings, LOG_LEVEL: "error", PLAN_FREE_DAILY_LIMIT: "5000" });
  running.push(server);
  return { stores, server };
}

const profile = ({ url, key }: ServerProcess) => fetch(`${url}/v1/user/profile`, getRequest(key));

/** How many calls the counter has, by an answer that is not counted. */
async function counted({ url, key }: ServerProcess): Promise<number> {
  const { limit, remaining } = expectContractHeaders(await fetch(`${url}/v1/nothing`, getRequest(key)));
  return limit - remaining;
}

/** Requires that counter and report have the calls that were answered, and no other, as soon as all is given back. */
async function expectCounted(server: ServerProcess, answered: number): Promise<void> {
  for (let wait = 0; wait < 100 && (await counted(server)) !== answered; wait++) await sleep(200);
  const reading = await readUsage(server.url, server.key);
  expectAgreement(reading);
  expect(reading.body.quota.used).toBe(answered + 1);
}

/** Calls from ten clients for as long as the server answers; what is cut off in the middle of an answer fails. */
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
      // Refused or closed between two answers: there is no server any more.
      const response = await profile(server).catch(() => null);
      if (!response) return;
      if (response.status !== 200) await expectProblem(response, 503, "storage_unavailable");
      // What is cut off in the middle of an answer is not JSON.
      else if ((await response.json()) !== null && ++answered === 20) warmedUp();
    }
  };
  const done = Promise.all(Array.from({ length: 10 }, client));
  return { running, answered: () => answered, sent: () => sent, done };
}

describe("a store", () => {
  it.concurrent.each(engines)(
    "that stands still for a moment makes calls wait, and counts each once: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
      expect((await profile(server)).status).toBe(200);
      await stores.freeze();
      const waiting = Promise.all(Array.from({ length: 5 }, () => profile(server)));
      await sleep(700);
      await stores.thaw();
      expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await expectCounted(server, 6);
      expect(await server.stop()).toBe(0);
    }),
  );

  it.concurrent.each(engines)(
    "that stands still for long is a 503 and no more, nothing is answered uncounted, and it is over with its cause: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
      expect((await profile(server)).status).toBe(200);
      const text = "The harbour was calm, and the old engine did not fail once. ".repeat(3000);
      const admitted = fetch(`${server.url}/v1/tools/text-analyzer`, jsonRequest(server.key, { text }));
      await sleep(150);
      await stores.freeze();
      const refused = profile(server);
      const ready = fetch(`${server.url}/readyz`);
      const waits: number[] = [];
      for (let probe = 0; probe < 20; probe++) {
        const started = performance.now();
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        waits.push(performance.now() - started);
        await sleep(50);
      }
      expect(Math.max(...waits)).toBeLessThan(1000);
      await expectProblem(await refused, 503, "storage_unavailable");
      expect((await ready).status).toBe(503);
      await expectProblem(await admitted, 503, "storage_unavailable");
      await stores.thaw();
      for (let wait = 0; wait < 50 && !(await fetch(`${server.url}/readyz`)).ok; wait++) await sleep(100);
      expect((await profile(server)).status).toBe(200);
      await expectCounted(server, 2);
      expect(await server.stop()).toBe(0);
    }),
  );

  it.concurrent.each(processes)(
    "that is killed in mid-load and started again loses no answered call, and counts none twice that was sent again: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
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
      await expectCounted(server, 400);
      expect(await server.stop()).toBe(0);
    }),
  );

  it.concurrent.each(behindProxies)(
    "whose answers get lost with the connections is asked again, and counts each call once: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
      expect((await profile(server)).status).toBe(200);
      let waiting: Promise<Response[]> | undefined;
      await stores.loseAnswers?.(async () => {
        waiting = Promise.all(Array.from({ length: 5 }, () => profile(server)));
        await sleep(300);
      });
      expect((await waiting)?.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await expectCounted(server, 6);
      expect(await server.stop()).toBe(0);
    }),
  );
});

describe("SIGTERM", () => {
  it.concurrent.each(engines)(
    "under load ends the server with 0, each answer whole, recorded or refused: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
      const { running, answered, sent, done } = loadUntilItEnds(server);
      await running;
      expect(await server.stop()).toBe(0);
      await done;
      const next = await startServer(stores.settings);
      const used = await counted({ ...next, key: server.key });
      expect(used).toBeGreaterThanOrEqual(answered());
      expect(used).toBeLessThanOrEqual(sent());
      expect(await next.stop()).toBe(0);
    }),
  );

  it.concurrent.each(engines)(
    "ends the server with 0 within 10 s also when its store stands still: %s",
    inTurn(async (name) => {
      const { stores, server } = await serve(name);
      const { running, answered, sent, done } = loadUntilItEnds(server);
      await running;
      await stores.freeze();
      await sleep(100);
      const started = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - started).toBeLessThan(10_000);
      await done;
      await stores.thaw();
      const next = await startServer(stores.settings);
      const used = await counted({ ...next, key: server.key });
      expect(used).toBeGreaterThanOrEqual(answered());
      expect(used).toBeLessThanOrEqual(sent());
      expect(await next.stop()).toBe(0);
    }),
  );
});
