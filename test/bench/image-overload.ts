// Four times more conversions than the machine can perform. First measures the capacity with clients that
// wait for their answers. Then sends requests at four times that rate, whether answered or not, together with
// small calls. Prints throughput, refusals and small calls:
// pnpm --filter @tools-api/bench image-overload [seconds]
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Call, percentile, send } from "./image-load/client.ts";
import { treeMemory, watchPeak } from "./image-load/memory.ts";
import { loadPhotos } from "./image-load/photos.ts";
import { startToolsApi } from "./image-load/services.ts";

const [seconds = 30] = process.argv.slice(2).map(Number);
const [photo] = await loadPhotos();
if (!photo) throw new Error("There is no photo.");
const server = await startToolsApi();
const conversion = server.call(photo, { format: "webp", quality: 80 });
const smallCalls: Call[] = [
  { url: `${server.url}/v1/user/profile`, method: "GET", headers: server.headers },
  {
    url: `${server.url}/v1/tools/text-analyzer`,
    method: "POST",
    headers: { ...server.headers, "Content-Type": "application/json" },
    body: Buffer.from('{"text":"The new engine is not bad at all.","analysis_type":"sentiment"}'),
  },
];

const after = (duration: number) => {
  const end = performance.now() + duration;
  return () => performance.now() >= end;
};

/** Returns the conversions per second of clients that wait for answers, once everything is warm. */
async function capacity(clients: number, duration: number): Promise<number> {
  const over = after(duration);
  let done = 0;
  const started = performance.now();
  const client = async () => {
    while (!over()) {
      const { status } = await send(conversion);
      if (status === 200) done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - started) / 1000);
}

/** Sends calls at a constant rate, however long their answers take. */
async function sendAtRate(calls: readonly Call[], perSecond: number, over: () => boolean): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const started = performance.now();
  for (let count = 0; !over(); count++) {
    const call = calls[count % calls.length];
    if (call) answers.push(send(call));
    await sleep(Math.max(0, started + ((count + 1) * 1000) / perSecond - performance.now()));
  }
  return Promise.all(answers);
}

function describe(name: string, answers: readonly Answer[]): void {
  const times = answers.map(({ milliseconds }) => milliseconds);
  console.log(
    `${name}: ${answers.length}, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, ` +
      `max ${percentile(times, 1).toFixed(1)} ms`,
  );
}

await capacity(4, 5000);
for (const call of smallCalls) for (let count = 0; count < 100; count++) await send(call);
const maximum = await capacity(4, (seconds / 2) * 1000);
console.log(
  `${photo.name} to webp: capacity ${maximum.toFixed(2)}/s, ${treeMemory(server.pid).toFixed(0)} MB`,
);

const stopWatching = watchPeak(server.pid);
const over = after(seconds * 1000);
const started = performance.now();
const [conversions, small] = await Promise.all([
  sendAtRate([conversion], 4 * maximum, over),
  sendAtRate(smallCalls, 20, over),
]);
const elapsed = (performance.now() - started) / 1000;
const converted = conversions.filter(({ status }) => status === 200);
const refused = conversions.filter(({ status }) => status === 503);
const others = conversions.length - converted.length - refused.length;
const throughput = converted.length / elapsed;
console.log(
  `offered ${(4 * maximum).toFixed(1)}/s: ${throughput.toFixed(2)}/s converted, ${(throughput / maximum).toFixed(2)} of the ` +
    `maximum; ${others} answers of another kind; peak ${stopWatching().toFixed(0)} MB`,
);
describe("conversions", converted);
describe("refusals", refused);
describe("small calls", small);
console.log(`small calls that failed: ${small.filter(({ status }) => status !== 200).length}`);
await server.stop();
