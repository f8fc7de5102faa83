import { readFileSync } from "node:fs";

/**
 * The memory in MiB that a process holds, that which was swapped out included: native code's and WebAssembly's as
 * much as JavaScript's. `null` where that cannot be told: the process has ended, or there is no Linux' /proc.
 */
export function residentMegabytes(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return null;
  }
  // In contrast to statm these are no pages, whose size differs from machine to machine.
  const kilobytes = ["VmRSS", "VmSwap"].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0),
  );
  const sum = kilobytes.reduce((total, part) => total + part, 0);
  // A process that has ended, but that nobody has asked for yet, has none.
  return sum === 0 ? null : sum / 1024;
}
