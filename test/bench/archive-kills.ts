// Rounds of migrate, backup and restore that are killed by SIGKILL at random instants, between SQLite, PostgreSQL, and
// SQLite with Redis. A server makes calls on the source during the backup and the first copy. Each command runs again
// until it is complete. Then every document of the source, with its version, and the usage, counters and last use of
// every account must be in the target and in a store that was restored; a file under the name of a backup must be
// complete; and the calls of the live backup must be between those acknowledged before and those sent after. Prints a
// line per round, and fails on any difference:
// pnpm --filter @tools-api/bench archive-kills [rounds] [accounts] [seed]
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { cli, shellEnvironment } from "../server/server-process.ts";
import { call, isReply } from "./metering/call.ts";
import type { Customer } from "./metering/customer.ts";
import { type Engine, type EngineName, type OpenStores, startEngine } from "./metering/engine.ts";
import { clearOfMidnight, startFleet } from "./metering/fleet.ts";
import { collect } from "./metering/population.ts";

const [rounds = "20", accounts = "1000", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const routes: readonly [EngineName, EngineName][] = [
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
  ["sqlite", "redis"],
  ["redis", "postgres"],
  ["postgres", "redis"],
  ["redis", "sqlite"],
];
const clients = 4;
const maxKills = 3;
const dayMs = 86_400_000;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, with the constants of Numerical Recipes. */
let state = Number(seed);
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Runs a command. Kills it after `killAfterMs`. Returns its exit code, or `null` if it was killed. */
function run(words: readonly string[], environment: Record<string, string>, killAfterMs = Infinity) {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...shellEnvironment(), ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const timer = Number.isFinite(killAfterMs)
    ? setTimeout(() => child.kill("SIGKILL"), killAfterMs)
    : undefined;
  return new Promise<number | null>((resolve, reject) =>
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code === 0 || code === null) resolve(code);
      else reject(new Error(`${words.join(" ")}: ${code}\n${errors}`));
    }),
  );
}

/** The time that each command needed when it was not killed, by its name. */
const durations = new Map<string, number>();
let kills = 0;

/** Runs a command until it completes. Kills it up to three times before. */
async function runKilled(
  words: readonly string[],
  environment: Record<string, string>,
  afterKill = () => {},
) {
  const name = words.slice(0, 1).join();
  for (let kill = 0; kill < maxKills; kill++) {
    // 0.25 s is the start of Node.
    const usual = durations.get(name) ?? 1_000;
    if ((await run(words, environment, 200 + random() * (usual - 150))) === 0) return;
    kills++;
    afterKill();
  }
  const started = performance.now();
  await run(words, environment);
  durations.set(name, performance.now() - started);
}

async function fill({ documents, usage }: OpenStores, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  const { store, take } = collect(documents);
  for (let index = 0; index < count; index++) {
    const { id: account } = await createAccount(
      store,
      { email: `c${index}@example.com` },
      { at: Date.now() },
    );
    const { apiKey, secret } = await createApiKey(store, account, {}, { at: Date.now() });
    customers.push({ account, keyId: apiKey.id, key: secret });
    if (index % 200 === 199 || index === count - 1) {
      const { committed } = await documents.commit(take());
      if (!committed) throw new Error("An account exists already.");
    }
  }
  const now = Date.now();
  for (const [index, { account, keyId }] of customers.entries()) {
    const windows = [dayWindow(now)];
    const call = { account, endpoint: "profile", at: now, windows, fences: [], units: 1 + (index % 3) };
    const batch = { id: crypto.randomUUID(), at: now };
    await usage.consume({ ...batch, items: [call, { ...call, at: now - 2 * dayMs }] });
    const outcome = { succeeded: index % 5 > 0, bytesIn: index, bytesOut: 800, durationMs: 1 };
    await usage.complete({ ...batch, items: [{ ...call, ...outcome, credential: keyId }] });
  }
  return customers;
}

function dayWindow(at: number) {
  const start = Math.floor(at / dayMs) * dayMs;
  return { id: `day:${new Date(start).toISOString().slice(0, 10)}`, limit: 1_000_000, ends: start + dayMs };
}

/** Returns everything in the stores, read by their ports. */
async function contentOf({ documents, usage }: OpenStores, customers: readonly Customer[]) {
  const found = new Map<string, unknown>();
  for (let after = ""; ;) {
    const page = await documents.list("", { after, limit: 1_000 });
    for (const { key, value, version } of page) found.set(`document ${key}`, { value, version });
    const last = page.at(-1);
    if (!last) break;
    after = last.key;
  }
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  const boundaries = [midnight - 3 * dayMs, midnight, midnight + dayMs];
  for (const { account } of customers)
    found.set(
      `usage ${account}`,
      await usage.read({ account, boundaries, windows: [dayWindow(Date.now()).id] }),
    );
  const uses = await usage.lastUsed(customers.map(({ keyId }) => keyId));
  for (const { keyId } of customers) found.set(`last use ${keyId}`, uses.get(keyId));
  return found;
}

async function withStores<Result>(
  engine: Engine,
  work: (stores: OpenStores) => Promise<Result>,
): Promise<Result> {
  const stores = await engine.open();
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** Returns the names of what differs. */
function differencesOf(a: Map<string, unknown>, b: Map<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) => !isDeepStrictEqual(a.get(name), b.get(name)),
  );
}

function expectEqual(step: string, a: Map<string, unknown>, b: Map<string, unknown>): void {
  const differences = differencesOf(a, b);
  if (differences.length > 0)
    throw new Error(`${step}: ${differences.length} differences: ${differences.slice(0, 5).join(", ")}`);
}

function storeOptions(option: "from" | "to", { environment }: Engine): string[] {
  const { DATABASE_URL = "", USAGE_URL } = environment;
  return [`--${option}`, DATABASE_URL, ...(USAGE_URL === undefined ? [] : [`--${option}-usage`, USAGE_URL])];
}

/** Starts calls by several clients, and counts those that were sent and acknowledged. */
function startLoad(url: string, customers: readonly Customer[]) {
  const counts = { sent: 0, acknowledged: 0, isOver: false };
  const client = async (number: number) => {
    for (let next = number; !counts.isOver; next += clients) {
      counts.sent++;
      const reply = await call(`${url}/v1/user/profile`, customers[next % customers.length]?.key ?? "");
      if (isReply(reply) && reply.status === 200) counts.acknowledged++;
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    counts,
    async stop() {
      counts.isOver = true;
      await running;
    },
  };
}

/** Returns the calls of all accounts. */
function callsIn(content: Map<string, unknown>): number {
  let calls = 0;
  for (const [name, reading] of content)
    if (name.startsWith("usage ")) calls += (reading as { lifetime: { calls: number } }).lifetime.calls;
  return calls;
}

async function playRound([sourceName, targetName]: readonly [EngineName, EngineName]): Promise<string> {
  await clearOfMidnight(120);
  const [source, target, live, restored] = await Promise.all(
    [sourceName, targetName, "sqlite" as const, targetName].map(startEngine),
  );
  if (!source || !target || !live || !restored) throw new Error("expected four engines");
  const folder = mkdtempSync(join(tmpdir(), "tools-api-archives-"));
  const file = join(folder, "backup");
  try {
    const customers = await withStores(source, (stores) => fill(stores, Number(accounts)));
    const before = await withStores(source, (stores) => contentOf(stores, customers));
    const fleet = await startFleet(source.environment, 1);
    const load = startLoad(fleet.servers[0]?.url ?? "", customers);
    const acknowledged = callsIn(before) + load.counts.acknowledged;
    await runKilled(["backup", file], source.environment, () => {
      if (existsSync(file)) throw new Error("A backup that was killed has the name of a complete one.");
    });
    const sent = callsIn(before) + load.counts.sent;
    const move = ["migrate", ...storeOptions("from", source), ...storeOptions("to", target)];
    await runKilled([...move, "--while-running"], {});
    await load.stop();
    await fleet.stop();
    await runKilled(move, {});
    const content = await withStores(source, (stores) => contentOf(stores, customers));
    expectEqual("migrate", content, await withStores(target, (stores) => contentOf(stores, customers)));

    await runKilled(["restore", file], live.environment);
    const saved = await withStores(live, (stores) => contentOf(stores, customers));
    const calls = callsIn(saved);
    if (calls < acknowledged || calls > sent)
      throw new Error(`The live backup has ${calls} calls: expected ${acknowledged} to ${sent}.`);
    const lost = [...before.keys()].filter((name) => name.startsWith("document ") && !saved.has(name));
    if (lost.length > 0) throw new Error(`The live backup has lost ${lost.slice(0, 5).join(", ")}.`);

    await runKilled(["backup", file], target.environment);
    await runKilled(["restore", file], restored.environment);
    expectEqual("restore", content, await withStores(restored, (stores) => contentOf(stores, customers)));
    return `${content.size} documents, readings and uses equal, ${load.counts.acknowledged} calls during the copy`;
  } finally {
    await Promise.all([source, target, live, restored].map((engine) => engine.stop()));
    rmSync(folder, { recursive: true });
  }
}

console.log(`Seed ${seed}`);
for (let round = 0; round < Number(rounds); round++) {
  const route = routes[round % routes.length];
  if (!route) continue;
  const killsBefore = kills;
  const result = await playRound(route);
  console.log(`${round + 1}. ${route.join(" to ")}: ${result}, ${kills - killsBefore} kills`);
}
console.log(`${rounds} rounds of migrate, backup and restore, ${kills} kills, 0 differences.`);
