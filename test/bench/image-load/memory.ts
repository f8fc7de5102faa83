import { readdirSync, readFileSync } from "node:fs";

/** A process and all that it has started, directly or not. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended since.
    }
  }
  const isWithin = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isWithin(parents.get(pid)));
  return [...parents.keys()].filter(isWithin);
}

/**
 * Megabytes of memory of a process and its children. Proportional set size (proc(5), smaps_rollup) counts pages
 * that they share once.
 */
export function treeMemory(root: number): number {
  let kilobytes = 0;
  for (const pid of processTree(root)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // It has ended since.
    }
  }
  return kilobytes / 1024;
}

// A look takes the kernel 4 ms a process: ten a second would take a tenth of a core from what is measured.
const lookEveryMs = 500;

/** Looks at a process tree's memory until it is stopped, and returns the most that it saw. */
export function watchPeak(root: number): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, treeMemory(root));
  };
  const timer = setInterval(look, lookEveryMs);
  return () => {
    look();
    clearInterval(timer);
    return peak;
  };
}
