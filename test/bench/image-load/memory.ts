import { readdirSync, readFileSync } from "node:fs";

/** Returns a process and all its descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1];
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isWithin = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isWithin(parents.get(pid)));
  return [...parents.keys()].filter(isWithin);
}

/**
 * Returns the memory of a process and its children in megabytes. Proportional set size (proc(5),
 * smaps_rollup) counts shared pages once.
 */
export function treeMemory(root: number): number {
  let kilobytes = 0;
  for (const pid of processTree(root)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return kilobytes / 1024;
}

// One look takes the kernel 4 ms per process: ten looks a second would take a tenth of a core from the
// measured work.
const lookEveryMs = 500;

/** Samples a process tree's memory until it is stopped, and returns the peak. */
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
