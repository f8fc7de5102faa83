// Requests to two servers on one store that race a change of the account or the key from a third process. The
// old state must not answer a request that began after the change was acknowledged. Violations are a revoked or
// restricted key or a suspended account served, and the old limit shown or applied. Prints the answers of each engine, and fails on any violation,
// or if the race was not close:
// pnpm --filter @tools-api/bench racing-changes [engine,…] [requests] [servers]
import { setImmediate as turnOfTheLoop, setTimeout as sleep } from "node:timers/promises";
import { defaultPlans } from "@tools-api/core";
import { revokeApiKey, setPlan, type Stores, updateApiKey } from "@tools-api/core/accounts";
import { reactivateAccount, suspendAccount } from "@tools-api/core/billing";
import { call, isReply, type Reply } from "./metering/call.ts";
import { type Customer, newCustomer } from "./metering/customer.ts";
import { type EngineName, enginesAmong, startEngine } from "./metering/engine.ts";
import { clearOfMidnight, type Fleet, startFleet } from "./metering/fleet.ts";

const [names = "sqlite,postgres,redis", requests = "10000", size = "2"] = process.argv.slice(2);
const clientsPerServer = 4;
/** Requests of each client before the change, and after it was acknowledged. */
const requestsBefore = 1;
const requestsAfter = 3;
/**
 * A store that is slow once turns a request into a fault, which shows neither state. Many faults would hide
 * violations.
 */
const toleratedFaults = 0.01;

/** A change of an account, and how to recognize an answer by its new state. */
interface Change {
  name: string;
  /** Daily calls before the change. */
  dailyLimit: number;
  /** Prepares the account. Default: it stays as it was created. */
  prepare?(stores: Stores, customer: Customer): Promise<unknown>;
  make(stores: Stores, customer: Customer): Promise<unknown>;
  isOfNewState(reply: Reply): boolean;
}

const suspend = (stores: Stores, { account }: Customer) =>
  suspendAccount({ ...stores, plans: defaultPlans }, account, { reason: "A race." }, Date.now());

const changes: Change[] = [
  {
    name: "revocation",
    dailyLimit: 1_000_000,
    make: (stores, { keyId }) => revokeApiKey(stores, keyId, Date.now()),
    isOfNewState: ({ status }) => status === 401,
  },
  {
    name: "upgrade of an account that has used up its day",
    dailyLimit: 3,
    make: (stores, { account }) => setPlan(stores, account, { plan: "enterprise", dailyLimit: 1_000_000 }),
    isOfNewState: ({ status, limit }) => status === 200 && limit === 1_000_000,
  },
  {
    name: "downgrade below the used calls",
    dailyLimit: 1_000_000,
    make: (stores, { account }) => setPlan(stores, account, { plan: "free", dailyLimit: 1 }),
    isOfNewState: ({ status, limit }) => status === 429 && limit === 1,
  },
  {
    name: "suspension",
    dailyLimit: 1_000_000,
    make: suspend,
    isOfNewState: ({ status }) => status === 403,
  },
  {
    name: "reactivation",
    dailyLimit: 1_000_000,
    prepare: suspend,
    make: (stores, { account }) => reactivateAccount({ ...stores, plans: defaultPlans }, account, Date.now()),
    isOfNewState: ({ status }) => status === 200,
  },
  {
    name: "list of addresses without that of the client",
    dailyLimit: 1_000_000,
    make: (stores, { keyId }) => updateApiKey(stores, keyId, { allowedIps: ["192.0.2.1"] }, Date.now()),
    isOfNewState: ({ status }) => status === 403,
  },
];

interface Counts {
  /** Requests that began before the change was acknowledged, answered by the old or the new state. */
  racingOld: number;
  racingNew: number;
  /** Requests that began after it was acknowledged. */
  after: number;
  /** Those of `after` that were answered by the old state. */
  late: number;
  /** Answers that show neither state. */
  faults: string[];
}

async function race(stores: Stores, { servers }: Fleet, change: Change, counts: Counts): Promise<void> {
  const customer = await newCustomer(stores, change.dailyLimit);
  await change.prepare?.(stores, customer);
  const progress = { warm: 0, acknowledged: false };
  const send = async (url: string) => {
    // Requests that begin from here on must be answered by the state acknowledged at this instant.
    const wasAcknowledged = progress.acknowledged;
    const reply = await call(`${url}/v1/user/profile`, customer.key);
    if (!isReply(reply) || reply.status >= 500) {
      counts.faults.push(isReply(reply) ? reply.body : reply);
      return;
    }
    const isNew = change.isOfNewState(reply);
    if (wasAcknowledged) {
      counts.after += 1;
      if (!isNew) counts.late += 1;
    } else counts[isNew ? "racingNew" : "racingOld"] += 1;
  };
  const clients = servers.flatMap(({ url }) => Array.from({ length: clientsPerServer }, () => url ?? ""));
  const client = async (url: string) => {
    for (let sent = 0; sent < requestsBefore; sent++) await send(url);
    progress.warm += 1;
    while (!progress.acknowledged) await send(url);
    for (let sent = 0; sent < requestsAfter; sent++) await send(url);
  };
  const changing = async () => {
    while (progress.warm < clients.length) await turnOfTheLoop();
    await sleep(Math.random() * 3);
    await change.make(stores, customer);
    progress.acknowledged = true;
  };
  await Promise.all([changing(), ...clients.map(client)]);
}

async function raceOn(engineName: EngineName): Promise<boolean> {
  const engine = await startEngine(engineName);
  const stores = await engine.open();
  const fleet = await startFleet(engine.environment, Number(size));
  let sound = true;
  try {
    const totals = changes.map((): Counts => ({ racingOld: 0, racingNew: 0, after: 0, late: 0, faults: [] }));
    const done = () =>
      totals.reduce((sum, { racingOld, racingNew, after }) => sum + racingOld + racingNew + after, 0);
    while (done() < Number(requests))
      for (const [index, change] of changes.entries()) {
        await clearOfMidnight(10);
        const counts = totals[index];
        if (counts) await race(stores, fleet, change, counts);
      }
    for (const [index, { name }] of changes.entries()) {
      const { racingOld = 0, racingNew = 0, after = 0, late = 0, faults = [] } = totals[index] ?? {};
      console.log(
        `${engineName}, ${size} servers, ${name}: of ${racingOld + racingNew} requests that began before the change was ` +
          `acknowledged ${racingNew} were answered by the new state; of ${after} that began after it, ${late} by the old; ` +
          `${faults.length} were not answered`,
      );
      for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
      sound &&= late === 0 && after > 0 && racingOld > 0 && racingNew > 0;
      sound &&= faults.length <= toleratedFaults * after;
    }
    console.log(`${engineName}: ${done()} requests`);
  } finally {
    await fleet.stop();
    await stores.close();
    await engine.stop();
  }
  return sound;
}

let failed = false;
for (const name of enginesAmong(names)) failed = !(await raceOn(name)) || failed;
console.log(failed ? "failed" : "passed");
process.exitCode = failed ? 1 : 0;
