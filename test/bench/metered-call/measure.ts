import { computingTime } from "../computing-time.ts";
import { percentile } from "../image-load/client.ts";
import type { MeasuredCall } from "./calls.ts";
import { call } from "./load.ts";
import { type Setting, settings } from "./settings.ts";
import { type System, type SystemName, systems } from "./systems.ts";

/** The figures of a run. */
export interface Figures {
  /** Microseconds of the server's process per call. */
  cpuUs: number;
  /** Microseconds of the store's processes per call. */
  storeUs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const warmUpCalls = 20_000;
const leadInSeconds = 0.1;
const collectionSeconds = 3;

// The last pause of a collection, and the sum of its earlier ones if it is incremental.
const pause = /\] +\d+ ms: .*?, ([\d.]+) \/ [\d.]+ ms +\((?:\+ ([\d.]+) ms in)?/g;

/** Returns functions that measure systems by one call. */
export function measurer({ path, body }: MeasuredCall) {
  const callSystem = ({ port, keys }: System, { clients, accounts }: Setting, seconds: number) =>
    call({ port, path, ...(body && { body }), keys: keys.slice(0, accounts), clients, seconds });

  /** Calls a system until its code is compiled, which happens in the measured process. */
  async function warmUp(system: System): Promise<void> {
    for (let done = 0; done < warmUpCalls;)
      done += (await callSystem(system, settings.manyAccounts, 1)).requests;
    await callSystem(system, settings.oneClient, 1);
  }

  /**
   * Calls a system for a while. The first calls do not count: the system was idle while others had their turns, so it
   * reads keys again that a busy server would have cached.
   */
  async function measure(system: System, setting: Setting, seconds: number): Promise<Figures> {
    const { pid, storePid } = system;
    await callSystem(system, setting, leadInSeconds);
    const storeTime = () => (storePid === undefined ? 0 : computingTime(storePid, { withChildren: true }));
    const [before, storeBefore] = [computingTime(pid), storeTime()];
    const { requests, seconds: took, milliseconds } = await callSystem(system, setting, seconds);
    return {
      cpuUs: (computingTime(pid) - before) / requests,
      storeUs: (storeTime() - storeBefore) / requests,
      perSecond: requests / took,
      p50Ms: percentile(milliseconds, 0.5),
      p99Ms: percentile(milliseconds, 0.99),
    };
  }

  /** Returns the names and types of the members of a system's answer. */
  async function answerShape({ port, keys }: System): Promise<string> {
    const headers = {
      Authorization: `Bearer ${keys[0]}`,
      ...(body && { "Content-Type": "application/json" }),
    };
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body ?? null });
    if (response.headers.has("etag")) throw new Error("expected no ETag");
    return JSON.stringify(await response.json(), (_, value: unknown) =>
      typeof value === "object" ? value : typeof value,
    );
  }

  /** Throws unless all systems answer the same JSON, apart from its values. */
  async function requireEqualAnswers(running: readonly System[]): Promise<void> {
    const shapes = await Promise.all(running.map(answerShape));
    if (new Set(shapes).size > 1) throw new Error(`expected equal answers, received\n${shapes.join("\n")}`);
  }

  /** Returns the milliseconds of garbage collection in 100,000 calls, from V8's trace in a process that it slows down. */
  async function collectionTime(name: SystemName): Promise<number> {
    const system = await systems[name].start(["--trace-gc"]);
    try {
      await warmUp(system);
      const { length } = system.output();
      const { requests } = await callSystem(system, settings.oneAccount, collectionSeconds);
      const pauses = system.output().slice(length).matchAll(pause);
      let total = 0;
      for (const [, last, earlier = 0] of pauses) total += Number(last) + Number(earlier);
      return (total / requests) * 100_000;
    } finally {
      await system.stop();
    }
  }

  return { warmUp, measure, requireEqualAnswers, collectionTime };
}
