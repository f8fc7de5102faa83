import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/** Whether this host can list the children of other processes. It needs Linux' /proc. */
export const canListProcesses = existsSync("/proc/self/stat");

/** Returns the state and the parent of a process, or `null` if it does not exist. */
function statusOf(pid: number): { state: string; parent: number } | null {
  try {
    const [, state = "", parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Returns whether a process runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  if (canListProcesses) return !["Z", "X", undefined].includes(statusOf(pid)?.state);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the running children of a process. */
export function childrenOf(pid: number | undefined): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((child) => statusOf(child)?.parent === pid && isRunning(child));
}

/** Requires that processes exit within a minute. At low priority they need that long while others use all cores. */
export async function expectGone(pids: number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  for (let wait = 0; wait < 600 && pids.some(isRunning); wait++) await sleep(100);
  expect(pids.filter(isRunning)).toEqual([]);
}
