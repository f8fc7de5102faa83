import type { ChildProcess } from "node:child_process";

/** Keeps what a process prints to standard error for the report of a failed test, and returns the process. */
export function keepErrors<Child extends ChildProcess>(child: Child): Child {
  child.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  return child;
}
