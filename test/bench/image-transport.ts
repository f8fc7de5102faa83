// Compares the transports of a 10 MB image. Our API has an image converter that answers immediately. The peer is a
// bare Hono app that reads the same bodies with the platform's own functions. Four clients send, every run is
// a new process, and the servers take turns. Prints requests per second, the milliseconds that the server's
// main thread computes for each (the figure that depends least on other load), and its peak memory:
// pnpm --filter @tools-api/bench image-transport [requests a run] [rounds]
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Call, send, sendAll } from "./image-load/client.ts";
import { median } from "./median.ts";

const imageBytes = 10_000_000;
const clients = 4;
const [requests = 120, rounds = 3] = process.argv.slice(2).map(Number);

/** Returns bytes like a photo's. Only the signature identifies the format. */
function photo(): Buffer {
  const bytes = Buffer.alloc(imageBytes);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Math.imul(index, 2_654_435_761) >>> 24;
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes;
}

const image = photo();
const boundary = "----image-transport";
const bodies = {
  json: {
    type: "application/json",
    query: "",
    body: Buffer.from(JSON.stringify({ image: image.toString("base64"), format: "webp" })),
  },
  form: {
    type: `multipart/form-data; boundary=${boundary}`,
    query: "",
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="format"\r\n\r\nwebp\r\n`),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      image,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  },
  raw: { type: "image/jpeg", query: "?format=webp", body: image },
} as const;

type Transport = keyof typeof bodies;

interface Server {
  child: ChildProcess;
  url: string;
  key: string;
}

async function start(name: string): Promise<Server> {
  const file = fileURLToPath(new URL(`./image-transport/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}.`)));
    child.stdout.once("data", (line: Buffer) => {
      const [, port, key = ""] = /listening on (\d+)(?: with (\S+))?/.exec(line.toString()) ?? [];
      resolve({ child, url: `http://127.0.0.1:${port}`, key });
    });
  });
}

const systems = {
  "tools-api": {
    file: "our-server",
    path: () => "/v1/tools/image-converter",
  },
  "bare Hono": {
    file: "plain-server",
    path: (transport: Transport) => `/${transport}`,
  },
} as const;

type System = keyof typeof systems;

interface Figures {
  perSecond: number;
  threadMs: number;
  peakMb: number;
}

const ticksMs = 10;

/** Returns the milliseconds that the main thread of a process has computed, from Linux' /proc. */
function computingTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * ticksMs;
}

function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function runOnce(system: System, transport: Transport): Promise<Figures> {
  const { file, path } = systems[system];
  const { child, url, key } = await start(file);
  const pid = child.pid ?? 0;
  const { type, query, body } = bodies[transport];
  const call: Call = {
    url: url + path(transport) + query,
    method: "POST",
    headers: { "Content-Type": type, Authorization: `Bearer ${key}` },
    body,
  };
  const first = await send(call);
  if (first.status !== 200 || !first.body.toString().includes(`"bytes":${imageBytes}`))
    throw new Error(`${system} answered ${first.status}: ${first.body.toString()}`);
  await sendAll(
    Array.from({ length: 20 }, () => call),
    clients,
  );

  const computedBefore = computingTime(pid);
  const started = performance.now();
  const answers = await sendAll(
    Array.from({ length: requests }, () => call),
    clients,
  );
  const seconds = (performance.now() - started) / 1000;
  const failed = answers.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${system} answered ${failed.status}: ${failed.body.toString()}`);
  const figures = {
    perSecond: requests / seconds,
    threadMs: (computingTime(pid) - computedBefore) / requests,
    peakMb: peakMemory(pid),
  };
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
  return figures;
}

function line(name: string, { perSecond, threadMs, peakMb }: Figures): string {
  return `${name.padEnd(16)} ${perSecond.toFixed(1).padStart(6)}/s ${threadMs.toFixed(1).padStart(6)} ms ${peakMb.toFixed(0).padStart(5)} MB`;
}

// The keys are the names of the two tables.
const transports = Object.keys(bodies) as Transport[];
const names = Object.keys(systems) as System[];
for (const transport of transports) {
  const runs = new Map<System, Figures[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const figures = await runOnce(name, transport);
      runs.get(name)?.push(figures);
      console.log(line(`${transport} ${name}`, figures));
    }
  for (const [name, figures] of runs)
    console.log(
      `median: ${line(`${transport} ${name}`, {
        perSecond: median(figures.map(({ perSecond }) => perSecond)),
        threadMs: median(figures.map(({ threadMs }) => threadMs)),
        peakMb: Math.max(...figures.map(({ peakMb }) => peakMb)),
      })} (memory: the most)`,
    );
}
