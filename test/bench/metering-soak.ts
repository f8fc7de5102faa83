// Mixed calls on one server for a given time. They include profiles, reports over zones and granularities,
// texts, malformed requests, unknown keys, accounts that use up their day, and aborted connections. Every
// call must be answered as expected, and memory and file handles must stay constant once everything is warm.
// Ten minutes reveal slow leaks. Prints the answers, and fails if an expectation does not hold:
// pnpm --filter @tools-api/bench metering-soak [engine] [seconds]
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, percentile, send } from "./image-load/client.ts";
import { treeMemory } from "./image-load/memory.ts";
import { median } from "./median.ts";
import { type Customer, newCustomer } from "./metering/customer.ts";
import { engineNames, startEngine } from "./metering/engine.ts";
import { startFleet } from "./metering/fleet.ts";

const [engineWanted = "sqlite", seconds = "120"] = process.argv.slice(2);
const engineName = engineNames.find((name) => name === engineWanted);
if (!engineName) throw new Error(`expected one of ${engineNames.join(", ")}, received ${engineWanted}`);
const warmUpSeconds = 30;
const sampleMs = 2000;
const clients = 16;
const customers = 300;
/** Daily calls of every tenth customer, who uses them up, and of the others. */
const [smallLimit, largeLimit] = [50, 1_000_000_000];
const toleratedGrowth = 1.2;

const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(Math.random() * items.length)] ?? items[0];

/** A kind of call with the expected statuses for an account that has calls left. */
interface Kind {
  name: string;
  share: number;
  statuses: readonly number[];
  call(key: string): {
    path: string;
    method: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
  };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = (key: string) => ({ ...bearer(key), "Content-Type": "application/json" });
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Europe/Berlin"] as const;
const texts = [
  "We met Ada on 5 May 2026 in London.",
  "The new engine is not bad at all.",
  "Der Zug nach Leipzig fährt heute von Gleis drei.",
] as const;

const kinds: Kind[] = [
  {
    name: "profile",
    share: 0.4,
    statuses: [200],
    call: (key) => ({ path: "/v1/user/profile?include_stats=true", method: "GET", headers: bearer(key) }),
  },
  {
    name: "report",
    share: 0.2,
    statuses: [200],
    call: (key) => ({
      path: `/v1/analytics/usage?timezone=${pick(zones)}&granularity=${pick(["hour", "day", "week", "month"])}`,
      method: "GET",
      headers: bearer(key),
    }),
  },
  {
    name: "text",
    share: 0.15,
    statuses: [200],
    call: (key) => ({
      path: "/v1/tools/text-analyzer",
      method: "POST",
      headers: json(key),
      body: JSON.stringify({ text: pick(texts), analysis_type: "sentiment,keywords" }),
    }),
  },
  {
    name: "bad request",
    share: 0.15,
    statuses: [400, 422],
    call: (key) => ({
      path: "/v1/tools/text-analyzer",
      method: "POST",
      headers: json(key),
      body: pick(["{", '{"text":1}', '{"text":"a","analysis_type":"none"}']),
    }),
  },
  {
    name: "no such route",
    share: 0.05,
    statuses: [404],
    call: (key) => ({ path: "/v1/nothing", method: "GET", headers: bearer(key) }),
  },
  {
    name: "no such key",
    share: 0.05,
    statuses: [401, 429],
    call: () => ({ path: "/v1/user/profile", method: "GET", headers: bearer("tk_live_nobody") }),
  },
];

function randomKind(): Kind | undefined {
  let rest = Math.random() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (rest -= share) < 0) ?? kinds[0];
}

const engine = await startEngine(engineName);
const stores = await engine.open();
const callers: Customer[] = [];
for (let index = 0; index < customers; index++)
  callers.push(await newCustomer(stores, index % 10 === 0 ? smallLimit : largeLimit));
await stores.close();
const fleet = await startFleet(engine.environment, 1);
const [server] = fleet.servers;
const pid = server?.pid ?? 0;

const answers = new Map<string, number>();
const times: number[] = [];
const faults: string[] = [];
const count = (name: string) => answers.set(name, 1 + (answers.get(name) ?? 0));

async function callOnce(): Promise<void> {
  const kind = randomKind();
  const caller = callers[Math.floor(Math.random() * callers.length)];
  if (!kind || !caller) return;
  const { path, body, ...rest } = kind.call(caller.key);
  const call: Call = { url: `${server?.url}${path}`, ...rest, ...(body && { body: Buffer.from(body) }) };
  if (Math.random() < 0.01) {
    // Some calls are answered before the abort.
    await send(call, AbortSignal.timeout(1)).catch(() => null);
    count("given up");
    return;
  }
  try {
    // The server closes idle connections. A call that is already on its way then fails with a reset.
    const { status, milliseconds } = await send(call).catch(() => send(call));
    count(`${kind.name} ${status}`);
    times.push(milliseconds);
    const isUsedUp = status === 429 && callers.indexOf(caller) % 10 === 0;
    if (!kind.statuses.includes(status) && !isUsedUp) faults.push(`${kind.name}: ${status}`);
  } catch (error) {
    faults.push(`${kind.name}: ${String(error)}`);
  }
}

/** Megabytes, and open files and sockets, of the server. */
interface Sample {
  memory: number;
  handles: number;
}

async function loadFor(duration: number): Promise<Sample[]> {
  const end = performance.now() + duration * 1000;
  const samples: Sample[] = [];
  const client = async () => {
    while (performance.now() < end) await callOnce();
  };
  const watch = async () => {
    while (performance.now() < end) {
      await sleep(sampleMs);
      samples.push({ memory: treeMemory(pid), handles: readdirSync(`/proc/${pid}/fd`).length });
    }
  };
  await Promise.all([watch(), ...Array.from({ length: clients }, client)]);
  return samples;
}

let grown: string[] = [];
try {
  await loadFor(warmUpSeconds);
  answers.clear();
  times.length = 0;
  const samples = await loadFor(Number(seconds));
  for (const [name, number] of [...answers].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${name}: ${number}`);
  console.log(
    `${times.length} answers in ${seconds} s: p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `p99 ${percentile(times, 0.99).toFixed(1)} ms, max ${percentile(times, 1).toFixed(0)} ms`,
  );
  // Caches and the compiler fill in the first quarter. Growth between the second and the last quarter is a
  // leak.
  const quarter = (of: keyof Sample, index: number) =>
    median(
      samples
        .slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4))
        .map((sample) => sample[of]),
    );
  const figures = (of: keyof Sample) => {
    const [first = 0, second = 0, third = 0, last = 0] = [0, 1, 2, 3].map((index) => quarter(of, index));
    const text = [first, second, third, last].map((figure) => Math.round(figure)).join(", ");
    return { grew: last > second * toleratedGrowth, text };
  };
  const [memory, handles] = [figures("memory"), figures("handles")];
  console.log(`memory in each quarter of the time: ${memory.text} MB`);
  console.log(`file handles: ${handles.text}`);
  grown = [memory.grew && "memory", handles.grew && "file handles"].filter((name) => name !== false);
} finally {
  await fleet.stop();
  await engine.stop();
}
for (const fault of faults.slice(0, 20)) console.log(`fault: ${fault}`);
if (grown.length > 0) console.log(`grew: ${grown.join(", ")}`);
const failed = faults.length > 0 || grown.length > 0;
console.log(failed ? `failed, ${faults.length} faults` : "passed");
process.exitCode = failed ? 1 : 0;
