import { readFileSync } from "node:fs";

// The unit of the times in /proc. Linux has the same one on every architecture on which Node runs.
const ticksPerSecond = 100;

// The positions of the user time and the system time after the name of the process, which is in parentheses.
const [userTime, systemTime] = [11, 12];

/**
 * Returns the milliseconds of CPU time of a process, user and system, of all its threads. Returns `null` if they are
 * unknown: the process has ended, or there is no Linux' /proc.
 */
export function cpuMilliseconds(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[userTime]) + Number(fields[systemTime])) * 1000) / ticksPerSecond;
}
