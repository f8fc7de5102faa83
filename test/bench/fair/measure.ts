import { setTimeout as sleep } from "node:timers/promises";
import type { Runtime } from "../../server/server-process.ts";
import type { FairAttack, Tally } from "./attack.ts";
import type { Orders } from "./attacker-process.ts";
import { type Child, startChild } from "./children.ts";
import { answers, loopHeldMs, type Memory, memoryNow, settledMemory, watchMemory } from "./figures.ts";
import { kinds, type Probes } from "./probes.ts";
import type { FairServer } from "./server.ts";

/** Effects of one attack on the second account and on the server. */
export interface Measurement {
  baseline: Probes;
  probes: Probes;
  /** `null` if the runtime does not measure it. */
  loopHeldMs: number | null;
  before: Memory;
  peak: Memory;
  after: Memory;
  tally: Tally;
  serverEnded: boolean;
}

/** Bounds of issue 15. */
export const bounds = {
  /** Issue 15 bounds short calls only: a long text waits for its turn with a worker. */
  worstMs: { healthz: 250, profile: 1000, text: 1000, image: 1000, "long text": Infinity },
  memoryRatio: 1.3,
  errorBytes: 16_000,
};

const baselineMs = 2000;
const attackSeconds = 4;
// The second account continues after the attack, which reveals a queue that is still full.
const afterMs = 1000;
// The runtimes collect garbage and return pages some seconds after the load. Memory that stays is a leak.
const settleMs = 30_000;
const attackerNiceness = 10;
const proberNiceness = -10;

/** Starts the process in which the second account calls. */
export async function startProber(): Promise<Child> {
  const prober = startChild("prober-process.ts", proberNiceness);
  await prober.next();
  return prober;
}

/** Runs an attack from a client address. */
export async function measure(
  { process: server, attacker, victim }: FairServer,
  runtime: Runtime,
  prober: Child,
  attack: FairAttack,
  address: string,
): Promise<Measurement> {
  const pid = server.process.pid ?? 0;
  const attacking = startChild("attacker-process.ts", attackerNiceness);
  try {
    const orders: Orders = { attack: attack.name, target: { ...attacker, address }, seconds: attackSeconds };
    attacking.send(orders);
    await attacking.next();
    prober.send(victim);
    await sleep(baselineMs);
    prober.send("stop");
    const baseline = await prober.next<Probes>();
    const before = memoryNow(pid);
    await loopHeldMs(server.url, runtime);
    const stopWatching = watchMemory(pid);
    prober.send(victim);
    attacking.send("go");
    const tally = await attacking.next<Tally>();
    await sleep(afterMs);
    prober.send("stop");
    const probes = await prober.next<Probes>();
    const held = await loopHeldMs(server.url, runtime);
    const after = await settledMemory(pid, before.server * bounds.memoryRatio, settleMs);
    const peak = stopWatching();
    const serverEnded = !(await answers(server.url));
    return { baseline, probes, loopHeldMs: held, before, peak, after, tally, serverEnded };
  } finally {
    attacking.end();
  }
}

/** Returns the bounds that a measurement exceeds, in words. */
export function violations({ probes, tally, before, after, serverEnded }: Measurement): string[] {
  const { outcomes } = probes;
  const failures = Object.values(outcomes).reduce((sum, outcome) => sum + outcome.failures, 0);
  const slow = kinds.filter((kind) => outcomes[kind].worstMs > bounds.worstMs[kind]);
  const ratio = after.server / before.server;
  return [
    ...(serverEnded ? ["the server does not answer"] : []),
    ...(failures > 0 ? [`${failures} calls failed`] : []),
    ...slow.map((kind) => `${kind} took ${outcomes[kind].worstMs.toFixed(0)} ms`),
    ...(ratio > bounds.memoryRatio ? [`RSS is ${ratio.toFixed(2)} of before`] : []),
    ...(tally.largestError > bounds.errorBytes ? [`an error answer has ${tally.largestError} bytes`] : []),
  ];
}

/** Returns the worst latency of any kind of call as a share of its bound. */
function worstShare({ outcomes }: Probes): number {
  return Math.max(...kinds.map((kind) => outcomes[kind].worstMs / bounds.worstMs[kind]));
}

/** Returns whether only the latency is over its bound, by less than what this machine adds. */
export function isWithinNoise(measurement: Measurement): boolean {
  const { probes, baseline } = measurement;
  const onlyLatency = violations(measurement).every((violation) => violation.includes(" took "));
  const isNoisy = worstShare(baseline) > 0.5 || probes.proberHeldMs > bounds.worstMs.healthz / 4;
  return onlyLatency && (isNoisy || worstShare(probes) < 2);
}
