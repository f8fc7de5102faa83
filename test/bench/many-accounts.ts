// Compares the cost of a request and the start-up time of the server with one account and with a million, on
// SQLite. The callers are one account, random accounts, keys that the server has not cached, and accounts
// that have never called. Each request is a profile call. The cost is the CPU time of the server's process,
// user and system, all threads, from Linux' /proc. All servers run at the same time and take turns. The
// figures are medians of rounds, the ratios those of each round. Prints them:
// pnpm --filter @tools-api/bench many-accounts [accounts] [rounds] [requests a run]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computingTime } from "./computing-time.ts";
import { percentile } from "./image-load/client.ts";
import { median } from "./median.ts";
import { call, isReply } from "./metering/call.ts";
import type { Customer } from "./metering/customer.ts";
import { type Fleet, startFleet } from "./metering/fleet.ts";
import { populate } from "./metering/population.ts";

const [accounts = 1_000_000, rounds = 5, requests = 3000] = process.argv.slice(2).map(Number);
const clients = 16;
const starts = 7;
/** Number of accounts that call at random. */
const spread = 500;
/** Requests of a run with keys that are each used once. */
const once = Math.ceil(requests / 2);
const fresh = (rounds + 1) * once;

interface Figures {
  cpuUs: number;
  p50: number;
  p99: number;
}

async function send({ servers: [server] }: Fleet, keys: readonly string[]): Promise<Figures> {
  const url = `${server?.url}/v1/user/profile`;
  const pid = server?.pid ?? 0;
  const times: number[] = [];
  const before = computingTime(pid);
  let next = 0;
  const client = async () => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      const started = performance.now();
      // The server closes idle connections. A call that is already on its way then fails with a reset.
      const first = await call(url, key);
      const reply = first === "broken" ? await call(url, key) : first;
      times.push(performance.now() - started);
      if (!isReply(reply) || reply.status !== 200)
        throw new Error(`Expected 200, received ${isReply(reply) ? reply.body : reply}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    cpuUs: (computingTime(pid) - before) / keys.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** A store, and a server on it. */
interface Place {
  environment: Record<string, string>;
  callers: Customer[];
  fleet: Fleet;
}

async function startOnce(environment: Record<string, string>): Promise<number> {
  const started = performance.now();
  const fleet = await startFleet(environment, 1);
  const milliseconds = performance.now() - started;
  await fleet.stop();
  return milliseconds;
}

const folder = mkdtempSync(join(tmpdir(), "tools-api-accounts-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

async function prepare(name: string, customers: number, callers: number): Promise<Place> {
  const path = join(folder, `${name}.db`);
  const began = performance.now();
  // The last callers have never called.
  const made = await populate(path, { customers, callers, known: Math.max(0, callers - fresh) });
  console.log(
    `${(customers + callers).toLocaleString("en")} accounts were written in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const environment = { DATABASE_URL: `sqlite:${path}`, PLAN_FREE_DAILY_LIMIT: "1000000000" };
  return { environment, callers: made, fleet: await startFleet(environment, 1) };
}

const one = await prepare("one", 0, 1);
const few = await prepare("few", 0, spread);
const many = await prepare("many", accounts, spread + 2 * fresh);

const keysOf = (callers: readonly Customer[]) => callers.map(({ key }) => key);
const hot = ({ callers: [caller] }: Place) => Array.from({ length: requests }, () => caller?.key ?? "");
const atRandom = ({ callers }: Place) =>
  Array.from({ length: requests }, () => callers[Math.floor(Math.random() * spread)]?.key ?? "");
let unknownTo = spread;
let neverCalled = spread + fresh;
const take = (first: number) => keysOf(many.callers.slice(first, first + once));

/** The measured systems, and the one that each is compared with. */
const systems = [
  { name: "one account of 1", place: one, keys: () => hot(one), comparedWith: null },
  { name: `one account of ${accounts}`, place: many, keys: () => hot(many), comparedWith: 0 },
  { name: `${spread} accounts of ${spread}`, place: few, keys: () => atRandom(few), comparedWith: 0 },
  { name: `${spread} accounts of ${accounts}`, place: many, keys: () => atRandom(many), comparedWith: 2 },
  {
    name: `a key each, not cached, of ${accounts}`,
    place: many,
    keys: () => take((unknownTo += once) - once),
    comparedWith: 3,
  },
  {
    name: `a key each, never used, of ${accounts}`,
    place: many,
    keys: () => take((neverCalled += once) - once),
    comparedWith: 3,
  },
];
const figures = systems.map((): Figures[] => []);

try {
  for (let round = 0; round <= rounds; round++) {
    // Alternating the order spreads any drift over all systems.
    const turns = [...systems.entries()];
    for (const [index, { place, keys }] of round % 2 === 0 ? turns : turns.toReversed()) {
      // The server caches a key for 30 s.
      await send(place.fleet, keysOf(place.callers.slice(0, spread)));
      const result = await send(place.fleet, keys());
      // The first round compiles the code.
      if (round > 0) figures[index]?.push(result);
    }
  }
  for (const [index, { name, comparedWith }] of systems.entries()) {
    const own = figures[index] ?? [];
    const other = comparedWith === null ? [] : (figures[comparedWith] ?? []);
    const ratios = own.map(({ cpuUs }, round) => cpuUs / (other[round]?.cpuUs ?? cpuUs));
    console.log(
      `${name.padEnd(42)} ${median(own.map(({ cpuUs }) => cpuUs))
        .toFixed(0)
        .padStart(5)} µs of CPU a request, ` +
        `p50 ${median(own.map(({ p50 }) => p50)).toFixed(2)} ms, p99 ${median(own.map(({ p99 }) => p99)).toFixed(2)} ms` +
        (comparedWith === null
          ? ""
          : `; ${median(ratios).toFixed(2)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}) ` +
            `the CPU of ${systems[comparedWith]?.name}`),
    );
  }
} finally {
  for (const { fleet } of [one, few, many]) await fleet.stop();
}

const startUps = { one: [] as number[], many: [] as number[] };
for (let start = 0; start < starts; start++) {
  startUps.one.push(await startOnce(one.environment));
  startUps.many.push(await startOnce(many.environment));
}
const ratios = startUps.many.map((milliseconds, start) => milliseconds / (startUps.one[start] ?? 0));
console.log(
  `start-up: ${median(startUps.one).toFixed(0)} ms with 1 account, ${median(startUps.many).toFixed(0)} ms with ${accounts}; ` +
    `${median(ratios).toFixed(2)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
);
