// Minutes of mixed load from clients that never pause: valid, broken and hostile images of the shared corpus,
// aborted requests, and small calls. Fails unless every request is answered, no process is left over, and
// memory returns to within 20 % of its value after the first half minute. Prints the answers:
// pnpm --filter @tools-api/bench image-mixed-load [seconds]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Call, percentile, send } from "./image-load/client.ts";
import { processTree, treeMemory, watchPeak } from "./image-load/memory.ts";
import { startToolsApi } from "./image-load/services.ts";

const [seconds = 300] = process.argv.slice(2).map(Number);
const warmUpSeconds = 30;
const settleSeconds = 15;
const clients = 6;
const repository = fileURLToPath(new URL("../..", import.meta.url));
const corpus = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data", "images");
const targets = ["jpeg", "png", "webp", "avif"];
// Success, refused files and overload. Any other status is a fault.
const expected = new Set([200, 413, 422, 503]);

function load(folder: string): Uint8Array[] {
  const path = join(corpus, folder);
  return readdirSync(path)
    .filter((name) => !name.endsWith(".md"))
    .map((name) => readFileSync(join(path, name)));
}

if (!existsSync(corpus)) {
  console.error(`There are no images in ${corpus}. Set TOOLS_API_DATA to the folder of the shared data.`);
  process.exit(1);
}
const images = { valid: load("valid"), invalid: load("invalid"), bombs: load("bombs") };

/** Returns equal numbers for equal seeds (mulberry32), so that a run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const server = await startToolsApi();
const answers = new Map<string, number>();
const times: number[] = [];
const unanswered: string[] = [];
const count = (name: string) => answers.set(name, (answers.get(name) ?? 0) + 1);

async function ask(call: Call, name: string): Promise<void> {
  try {
    const { status, milliseconds } = await send(call);
    count(`${name} ${status}`);
    times.push(milliseconds);
    if (!expected.has(status)) unanswered.push(`${name}: ${status}`);
  } catch (error) {
    unanswered.push(`${name}: ${String(error)}`);
  }
}

async function giveUp(call: Call, milliseconds: number): Promise<void> {
  // Some calls are answered before the abort.
  await send(call, AbortSignal.timeout(milliseconds)).catch(() => null);
  count("given up");
}

async function client(seed: number, over: () => boolean): Promise<void> {
  const random = randomNumbers(seed);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const conversionOf = (body: Uint8Array): Call => ({
    url: `${server.url}/v1/tools/image-converter?format=${oneOf(targets)}&width=1024&height=1024`,
    method: "POST",
    headers: { ...server.headers, "Content-Type": "application/octet-stream" },
    body,
  });
  while (!over()) {
    const kind = random();
    if (kind < 0.1)
      await ask({ url: `${server.url}/v1/user/profile`, method: "GET", headers: server.headers }, "profile");
    else if (kind < 0.5) await ask(conversionOf(oneOf(images.valid) ?? Buffer.of()), "valid");
    else if (kind < 0.7) await ask(conversionOf(oneOf(images.invalid) ?? Buffer.of()), "invalid");
    else if (kind < 0.85) await ask(conversionOf(oneOf(images.bombs) ?? Buffer.of()), "bomb");
    else await giveUp(conversionOf(oneOf(images.valid) ?? Buffer.of()), Math.round(5 + random() * 300));
  }
}

async function loadFor(duration: number, firstSeed: number): Promise<void> {
  const end = performance.now() + duration * 1000;
  const over = () => performance.now() >= end;
  await Promise.all(Array.from({ length: clients }, (_, index) => client(firstSeed + index, over)));
  await sleep(settleSeconds * 1000);
}

const idle = treeMemory(server.pid);
await loadFor(warmUpSeconds, 1);
const before = { memory: treeMemory(server.pid), processes: processTree(server.pid) };
const stopWatching = watchPeak(server.pid);
await loadFor(seconds, 1000);
const peak = stopWatching();
const afterwards = { memory: treeMemory(server.pid), processes: processTree(server.pid) };
await server.stop();
const left = afterwards.processes.filter((pid) => existsSync(`/proc/${pid}`));

for (const [name, number] of [...answers].toSorted(([one], [other]) => one.localeCompare(other)))
  console.log(`${name}: ${number}`);
console.log(
  `answers: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ` +
    `max ${percentile(times, 1).toFixed(0)} ms`,
);
console.log(
  `memory: ${idle.toFixed(0)} MB after the start, ${before.memory.toFixed(0)} MB after ${warmUpSeconds} s of load, ` +
    `peak ${peak.toFixed(0)} MB, ${afterwards.memory.toFixed(0)} MB after ${seconds} s`,
);
console.log(
  `processes: ${before.processes.length} before, ${afterwards.processes.length} after, ${left.length} once it was stopped`,
);
for (const fault of unanswered.slice(0, 20)) console.log(`fault: ${fault}`);
const faults = [
  unanswered.length > 0 && `${unanswered.length} requests were not answered as expected`,
  afterwards.memory > before.memory * 1.2 && "memory did not return to its earlier value",
  afterwards.processes.length > before.processes.length && "processes were left over",
  left.length > 0 && "processes outlived the server",
].filter((fault) => fault !== false);
console.log(faults.length === 0 ? "passed" : `failed: ${faults.join("; ")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
