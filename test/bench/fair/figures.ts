import { readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Runtime } from "../../server/server-process.ts";
import { treeMemory } from "../image-load/memory.ts";

/** Megabytes of resident memory of the server's process and, counted without shared pages, of its process tree. */
export interface Memory {
  server: number;
  tree: number;
}

const lookEveryMs = 100;
// One look at the whole tree takes the kernel 4 ms per process.
const lookAtTreeEvery = 5;

function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the memory of a server at this moment. */
export function memoryNow(pid: number): Memory {
  return { server: residentMemory(pid), tree: treeMemory(pid) };
}

/** Watches a server's memory. The function that it returns ends that and returns the peak. */
export function watchMemory(pid: number): () => Memory {
  const peak = memoryNow(pid);
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    peak.server = Math.max(peak.server, residentMemory(pid));
    if (looks % lookAtTreeEvery === 0) peak.tree = Math.max(peak.tree, treeMemory(pid));
  }, lookEveryMs);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Waits until the server's memory is at most `bound` or the time is over, and returns the memory then. */
export async function settledMemory(pid: number, bound: number, withinMs: number): Promise<Memory> {
  const deadline = performance.now() + withinMs;
  while (residentMemory(pid) > bound && performance.now() < deadline) await sleep(lookEveryMs);
  return memoryNow(pid);
}

// prom-client samples the delay of the event loop every 10 ms, and each sample contains that time.
const samplingMs = 10;
const timeoutMs = 30_000;

/** Resolves with the body of a successful answer, or `null` if there is none within 30 s. */
function read(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    // A connection of its own: one that is kept alive may just be closing.
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.once("end", () => resolve(response.statusCode === 200 ? text : null));
      response.once("error", () => resolve(null));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(null));
  });
}

/**
 * Returns the longest time for which the server's event loop was blocked since the last call, in
 * milliseconds. Returns `null` if the runtime does not measure it: Deno's `monitorEventLoopDelay` does not
 * count the time that JavaScript takes.
 */
export async function loopHeldMs(url: string, runtime: Runtime): Promise<number | null> {
  if (runtime === "deno") return null;
  const metrics = await read(`${url}/metrics`);
  const seconds = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(metrics ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000 - samplingMs;
}

/** Returns whether the server answers within 30 s. */
export async function answers(url: string): Promise<boolean> {
  return (await read(`${url}/healthz`)) !== null;
}
