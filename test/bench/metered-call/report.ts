import { median } from "../median.ts";
import type { CallName } from "./calls.ts";
import type { Figures } from "./measure.ts";
import { noteResult } from "../results.ts";
import { type Setting, settings } from "./settings.ts";
import { type SystemName, systemNames, systems } from "./systems.ts";

/** A floor, which has to be reached, and a goal. */
type Bounds = readonly [floor: number, goal: number];

type PeerBounds = Partial<Record<SystemName, Partial<Record<keyof typeof settings, Bounds>>>>;

// The peers, with the bounds of their ratios for each call.
const peers: Record<CallName, PeerBounds> = {
  profile: {
    hono: {},
    express: { oneAccount: [2.8, 3.5] },
    fastify: { oneAccount: [0.68, 0.8] },
    "fastify-redis": {},
  },
  tool: {
    hono: {},
    express: { oneAccount: [2.5, 3.3], manyAccounts: [2, 2.8], fewClients: [1.2, 1.6], oneClient: [0.65, 1] },
    fastify: { oneAccount: [0.55, 0.75], manyAccounts: [0.45, 0.62] },
    "fastify-redis": {},
  },
};
const p99Bounds: Bounds = [2, 1];
const collectionBounds: Bounds = [200, 150];

/** The figures of one system in each round. */
type Rounds = readonly Figures[];

/** The runs of all systems under each setting. */
export type Runs = ReadonlyMap<Setting, ReadonlyMap<SystemName, Rounds>>;

/** Returns a line with the figures of a system. */
export function line(system: SystemName, { cpuUs, storeUs, perSecond, p50Ms, p99Ms }: Figures): string {
  return (
    `${systems[system].name.padEnd(40)} ${cpuUs.toFixed(1).padStart(6)} µs of CPU a call` +
    (storeUs > 0 ? ` and ${storeUs.toFixed(1).padStart(5)} in the store` : " ".repeat(23)) +
    `${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`
  );
}

function medians(rounds: Rounds): Figures {
  const middle = (name: keyof Figures) => median(rounds.map((figures) => figures[name]));
  return {
    cpuUs: middle("cpuUs"),
    storeUs: middle("storeUs"),
    perSecond: middle("perSecond"),
    p50Ms: middle("p50Ms"),
    p99Ms: middle("p99Ms"),
  };
}

/** Returns the bounds in words, and whether a figure is on their right side. */
function verdict(figure: number, [floor, goal]: Bounds): string {
  const reaches = (bound: number) => (goal > floor ? figure >= bound : figure <= bound);
  const missed = reaches(goal) ? "" : reaches(floor) ? ", goal missed" : ", FLOOR MISSED";
  return `(floor ${floor}, goal ${goal}${missed})`;
}

/** Prints the median figures of each system under each setting. */
export function printMedians(runs: Runs): void {
  for (const [{ name }, ofSetting] of runs) {
    console.log(`\nMedians, ${name}:`);
    for (const [system, rounds] of ofSetting) console.log(line(system, medians(rounds)));
  }
}

/** Returns the cost of a peer, with its store, divided by ours: the median of the ratios within a round. */
function ratio(peer: Rounds, ours: Rounds): number {
  const cost = ({ cpuUs, storeUs }: Figures) => cpuUs + storeUs;
  return median(peer.map((figures, round) => cost(figures) / (ours[round]?.cpuUs ?? Number.NaN)));
}

/** Prints the ratio of each peer under each setting, the least favorable setting first, and the longest calls of ours. */
export function printRatios(runs: Runs, call: CallName): void {
  console.log("\nCPU of a call, with its store's, to ours on SQLite:");
  for (const name of systemNames) {
    const bounds = peers[call][name];
    const rows = Object.entries(settings).flatMap(([id, setting]) => {
      const [peer, ours] = [runs.get(setting)?.get(name), runs.get(setting)?.get("ours")];
      // The names are those of the settings.
      const bound = bounds?.[id as keyof typeof settings];
      return bounds && peer && ours ? { setting, bound, value: ratio(peer, ours), peer, ours } : [];
    });
    for (const { setting, bound, value, peer, ours } of rows.toSorted((a, b) => a.value - b.value)) {
      noteResult({
        benchmark: `${call}-call`,
        measure: "metered call, CPU with that of the store",
        unit: "µs",
        setting: setting.name,
        peer: systems[name].name,
        ours: medians(ours).cpuUs,
        theirs: medians(peer).cpuUs + medians(peer).storeUs,
        ratio: value,
        isHeadline: setting === settings.manyAccounts,
      });
      console.log(
        `${`${systems[name].name} ÷ ours`.padEnd(46)} ${value.toFixed(2)}  ${setting.name.padEnd(24)}` +
          (bound ? verdict(value, bound) : ""),
      );
    }
  }
  const ours = runs.get(settings.oneClient)?.get("ours");
  if (!ours) return;
  const { p99Ms } = medians(ours);
  console.log(`p99 of ours, ${settings.oneClient.name}: ${p99Ms.toFixed(2)} ms ${verdict(p99Ms, p99Bounds)}`);
}

/** Prints the milliseconds that a system collects garbage in 100,000 calls. */
export function printCollections(system: SystemName, milliseconds: number): void {
  console.log(
    `${systems[system].name.padEnd(40)} ${milliseconds.toFixed(0).padStart(6)} ms of garbage collection in 100,000 calls ` +
      (system === "ours" ? verdict(milliseconds, collectionBounds) : ""),
  );
}
