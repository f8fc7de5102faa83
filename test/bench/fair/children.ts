import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/** A program of this folder in a process of its own, which says "ready" before it is used. */
export interface Child {
  send(message: object | string): void;
  /** Resolves with the next message. Rejects when the process ends without one. */
  next<Message>(): Promise<Message>;
  end(): void;
}

function requestPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // Only root can raise a priority. The figures are noisier without.
  }
}

/** Starts a program with a niceness from -20 to 19. */
export function startChild(file: string, niceness: number): Child {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  requestPriority(child, niceness);
  // A benchmark that fails leaves no process running.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return {
    send: (message) => void child.send(message),
    async next<Message>() {
      const waiting = new AbortController();
      const exited = once(child, "exit", { signal: waiting.signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code}.`);
      });
      try {
        const [message] = await Promise.race([once(child, "message", { signal: waiting.signal }), exited]);
        // The programs of this folder send what their callers expect.
        return message as Message;
      } finally {
        waiting.abort();
        exited.catch(() => {});
      }
    },
    end: kill,
  };
}
