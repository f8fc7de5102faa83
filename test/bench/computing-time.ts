import { readFileSync } from "node:fs";
import { childrenOf } from "../engines/process-tree.ts";

const microsecondsPerTick = 10_000;

/** Returns the microseconds that all threads of a process have computed, in user mode and in the kernel. */
export function computingTime(pid: number, { withChildren = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // utime, stime, and the same of the children that have exited: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const ticks = fields.slice(11, withChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  const children = withChildren ? childrenOf(pid).map(timeIfRunning) : [];
  return children.reduce((sum, time) => sum + time, ticks * microsecondsPerTick);
}

/** Returns 0 for a process that has exited since it was listed. */
function timeIfRunning(pid: number): number {
  try {
    return computingTime(pid);
  } catch {
    return 0;
  }
}
