import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { shellEnvironment } from "../../server/server-process.ts";

/** A server in a process of its own. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Returns all output so far. */
  output(): string;
  stop(): Promise<void>;
}

interface Start {
  command: string;
  words: readonly string[];
  environment: Record<string, string>;
  /** Printed when it is ready. The first group is its port. */
  ready: RegExp;
}

const running = new Set<() => void>();
// A benchmark that fails leaves no process running.
process.once("exit", () => {
  for (const kill of running) kill();
});

/** Starts a process in production mode. Its output goes to a file, so that no reader of a pipe affects the measurement. */
export async function startProcess({ command, words, environment, ready }: Start): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "profile-call-"));
  const file = join(folder, "output");
  const descriptor = openSync(file, "w");
  const child = spawn(command, words, {
    env: { ...shellEnvironment(), NODE_ENV: "production", ...environment },
    stdio: ["ignore", descriptor, "inherit"],
  });
  closeSync(descriptor);
  const kill = () => void child.kill();
  running.add(kill);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const output = () => readFileSync(file, "utf8");
  for (;;) {
    const port = ready.exec(output())?.[1];
    if (port)
      return {
        pid: child.pid ?? 0,
        port: Number(port),
        output,
        async stop() {
          child.kill();
          await exited;
          running.delete(kill);
          rmSync(folder, { recursive: true });
        },
      };
    if (child.exitCode !== null) throw new Error(`${words.join(" ")} ended with ${child.exitCode}.`);
    await sleep(20);
  }
}
