import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Returns the processor time of a process in hundredths of a second. */
function workOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[11]);
}

/** Waits until a process has used some more hundredths of a second of processor time. */
export async function expectWork(pid: number, amount: number): Promise<void> {
  const before = workOf(pid);
  while (workOf(pid) - before < amount) await sleep(5);
}
