import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { expectGone, isRunning } from "../engines/process-tree.ts";

const program = fileURLToPath(new URL("./process-pool-program.mjs", import.meta.url));

/**
 * Runs process-pool-program.mjs and returns the outcome that it prints. Kills it, and requires that its two children end.
 */
export async function runPoolProgram(command: string, flags: string[], ...words: string[]): Promise<object> {
  const owner = spawn(command, [...flags, program, ...words], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void owner.kill("SIGKILL"));
  const report = await new Promise<string>((resolve, reject) => {
    owner.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    owner.once("exit", (code) => reject(new Error(`The program ended with ${code}.`)));
  });
  // The program prints an object with the pids of its children.
  const { children, ...outcome } = JSON.parse(report) as { children: number[] };
  expect(children.filter(isRunning)).toHaveLength(2);
  owner.kill("SIGKILL");
  await expectGone(children);
  return outcome;
}
