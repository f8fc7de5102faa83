import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { type ReplyMessage, restoreError } from "./messages.ts";

/** How a child is started. */
export interface ChildOptions {
  module: URL;
  memoryMb: number;
  environment: Readonly<Record<string, string>>;
  priority: number;
  stderr: "inherit" | "ignore";
}

/** The bounds of one job. */
interface JobLimits {
  deadlineMs: number;
  signal: AbortSignal | undefined;
}

/** A process that works on one job at a time. */
export interface Child {
  /** False once it has ended or was told to. */
  isAlive(): boolean;
  run(input: unknown, limits: JobLimits): Promise<unknown>;
  /** Ends the process by SIGKILL and resolves when it is gone. */
  end(): Promise<void>;
}

/** How the wait for a reply came to its end. */
type Outcome =
  { kind: "reply"; reply: ReplyMessage } | { kind: "died" | "unsent" | "late" | "aborted"; reason?: unknown };

// What the runtimes need to find their own parts. Nothing else of the server's environment (its database's
// URL and password) is to be found in a process that reads what strangers send.
const runtimeVariables = ["PATH", "HOME", "DENO_DIR", "LD_LIBRARY_PATH", "SystemRoot", "LOCALAPPDATA"];

// Far beyond the tenths of a second that a start takes, for a machine that is short of everything.
const startMs = 30_000;

function environmentOf(given: ChildOptions["environment"]): Record<string, string> {
  const inherited = runtimeVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(inherited), ...given };
}

function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    // Before the child has made its first thread, so that all of them inherit it.
    setPriority(pid, priority);
  } catch {
    // It has ended already, which its exit tells, or the sandbox forbids it: then it works at ours.
  }
}

/** Waits for the next reply to what `send` sends, but no longer than the limits say. */
function replyTo(child: ChildProcess, send: () => void, { deadlineMs, signal }: JobLimits): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      resolve(outcome);
    };
    // Only worker.ts sends here.
    const onMessage = (message: unknown) => finish({ kind: "reply", reply: message as ReplyMessage });
    const onExit = (code: number | null, name: string | null) =>
      finish({ kind: "died", reason: name ?? code });
    // Deno tells of a death by a failed read first.
    const onError = (reason: unknown) => finish({ kind: "died", reason });
    const onAbort = () => finish({ kind: "aborted", reason: signal?.reason });
    const timer = setTimeout(() => finish({ kind: "late" }), deadlineMs);
    signal?.addEventListener("abort", onAbort);
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    try {
      send();
    } catch (error) {
      finish({ kind: "unsent", reason: error });
    }
  });
}

/** Starts a child; its first job waits until it is ready. */
export function startChild({ module, memoryMb, environment, priority, stderr }: ChildOptions): Child {
  const child = fork(module, [], {
    serialization: "advanced",
    env: environmentOf(environment),
    // Given, not inherited: a debugger's port or a loader of the server is none of the child's.
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // No pipes: one that nobody reads fills up and stops the child.
    stdio: ["ignore", "ignore", stderr, "ipc"],
  });
  lowerPriority(child.pid, priority);
  let alive = true;
  let closed = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      alive = false;
      resolve();
    });
    // Also what comes between two jobs has to be listened to, or it would end the server.
    child.on("error", () => {
      alive = false;
      if (child.pid === undefined) resolve();
    });
  });
  const started = replyTo(child, () => {}, { deadlineMs: startMs, signal: undefined });

  async function kill(): Promise<void> {
    alive = false;
    child.kill("SIGKILL");
    await gone;
  }

  function failureOf({ kind, reason }: Exclude<Outcome, { kind: "reply" }>, deadlineMs: number): unknown {
    if (closed) return new ToolsError("internal_error", "The process pool was closed.");
    if (kind === "aborted" || kind === "unsent") return reason;
    const limit =
      kind === "late"
        ? `The input cost more than the ${deadlineMs / 1000} s that a job may take.`
        : `The input ended the process that worked on it (${String(reason)}), as too much memory does.`;
    return new ToolsError("processing_limit", limit);
  }

  return {
    isAlive: () => alive,
    async run(input, limits) {
      const start = await started;
      if (start.kind !== "reply") {
        await kill();
        if (closed) throw failureOf(start, startMs);
        throw new Error(`The worker ${module.href} did not start: ${start.kind} (${String(start.reason)}).`);
      }
      limits.signal?.throwIfAborted();
      const outcome = await replyTo(child, () => child.send({ input }), limits);
      if (outcome.kind !== "reply") {
        await kill();
        throw failureOf(outcome, limits.deadlineMs);
      }
      const { reply } = outcome;
      if (reply.reply === "failed") throw restoreError(reply.error);
      return reply.reply === "done" ? reply.output : undefined;
    },
    end() {
      closed = true;
      return kill();
    },
  };
}
