import { readFileSync } from "node:fs";

/**
 * Returns the memory of a process in MiB, including swapped memory, native code and WebAssembly. Returns `null` if it
 * is unknown: the process has ended, or there is no Linux' /proc.
 */
export function residentMegabytes(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return null;
  }
  // Unlike statm, these values are not in pages, whose size differs between machines.
  const kilobytes = ["VmRSS", "VmSwap"].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0),
  );
  const sum = kilobytes.reduce((total, part) => total + part, 0);
  // A process that has ended but was not yet reaped has no memory.
  return sum === 0 ? null : sum / 1024;
}
