import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/** Whether children of other processes can be found here, which takes Linux' /proc. */
export const canListProcesses = existsSync("/proc/self/stat");

/** State and parent of a process, or `null` where there is none. */
function statusOf(pid: number): { state: string; parent: number } | null {
  try {
    const [, state = "", parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Whether a process runs; one that has ended and that nobody has asked for yet does not. */
export function isRunning(pid: number): boolean {
  if (canListProcesses) return !["Z", "X", undefined].includes(statusOf(pid)?.state);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The running processes that a process has started. */
export function childrenOf(pid: number | undefined): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((child) => statusOf(child)?.parent === pid && isRunning(child));
}

/** Requires that processes are gone within a minute; of low priority, they need it where others take all cores. */
export async function expectGone(pids: number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  for (let wait = 0; wait < 600 && pids.some(isRunning); wait++) await sleep(100);
  expect(pids.filter(isRunning)).toEqual([]);
}
