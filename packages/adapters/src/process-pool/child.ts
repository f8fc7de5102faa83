import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { cpuMilliseconds } from "./cpu-time.ts";
import { type JobMessage, overMemorySignal, type ReplyMessage, restoreError } from "./messages.ts";
import { residentMegabytes } from "./resident-memory.ts";
import { sendValue, valueReader } from "./transfer.ts";

/** The options of a child process. */
export interface ChildOptions {
  module: URL;
  heapMb: number;
  environment: Readonly<Record<string, string>>;
  priority: number;
  stderr: "inherit" | "ignore";
}

/** The bounds of one job. */
export interface JobLimits {
  /** Milliseconds of CPU time; of time where the system does not tell the CPU time of a process. */
  deadlineMs: number;
  /** Milliseconds until the job ends, whatever CPU time it got. */
  waitMs: number;
  /** MiB that the whole process can hold; `null` for no limit. */
  memoryMb: number | null;
  signal: AbortSignal | undefined;
}

/** A process that works on one job at a time. */
export interface Child {
  /** Returns false after it ended or was told to end. */
  isAlive(): boolean;
  run(input: unknown, limits: JobLimits): Promise<unknown>;
  /** Returns whether it died or exceeded its memory while it worked. A deadline or an abort does not count. */
  gaveOut(): boolean;
  /** Returns the milliseconds that count toward the deadline, of the job that it has or had. */
  spentMs(): number;
  /** Returns whether it was killed from outside, for instance by the kernel because memory is short. */
  wasKilled(): boolean;
  /** Returns the MiB that it holds, or `null` if that is unknown. */
  residentMb(): number | null;
  /** Ends the process by SIGKILL and resolves when it is gone. */
  end(): Promise<void>;
}

/** The result of waiting for a reply. */
type Outcome =
  | { kind: "reply"; reply: ReplyMessage; output: unknown }
  | { kind: "died" | "unsent" | "late" | "stalled" | "large" | "aborted"; reason?: unknown };

// Variables that the runtimes need to find their own files. Nothing else of the server's environment (such as the
// database's URL and password) may reach a process that parses untrusted input.
const runtimeVariables = ["PATH", "HOME", "DENO_DIR", "LD_LIBRARY_PATH", "SystemRoot", "LOCALAPPDATA"];

// A start takes tenths of a second. The deadline allows for an overloaded machine.
const startLimits: JobLimits = { deadlineMs: 30_000, waitMs: 30_000, memoryMb: null, signal: undefined };

// A process gets new memory at 1 or 2 GB per second, so it gains about 100 MB at most between two checks.
const checkMs = 50;

// The parent's check comes first because it can report the reason. The child's own check is for when the parent is
// busy.
const ownMemoryBound = (memoryMb: number | null): number =>
  memoryMb === null ? 0 : Math.ceil(memoryMb * 1.1);

function childEnvironment(given: ChildOptions["environment"]): Record<string, string> {
  const inherited = runtimeVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(inherited), ...given };
}

function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    // Set before the child creates its first thread, so that all threads inherit it.
    setPriority(pid, priority);
  } catch {
    // The child has already ended, which its exit reports, or the sandbox forbids it. It then keeps our priority.
  }
}

// The signals of a process that its input brought down: a crash in native code, or a failed allocation of V8. The job
// is not repeated. Otherwise a hostile input would get its CPU time twice, and for free.
const crashes = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGSYS",
  "SIGTRAP",
  overMemorySignal,
]);

/** Starts a clock of the time that counts toward a deadline. */
function startClock(pid: number | undefined): () => number {
  const began = performance.now();
  const before = cpuMilliseconds(pid);
  let spent = 0;
  return () => {
    const now = cpuMilliseconds(pid);
    if (before === null) spent = performance.now() - began;
    // A process that has ended keeps its last reading.
    else if (now !== null) spent = now - before;
    return spent;
  };
}

/** Waits for the reply to the message of `send`, until a limit is reached. */
function replyTo(
  child: ChildProcess,
  send: () => Promise<void>,
  { deadlineMs, waitMs, memoryMb, signal }: JobLimits,
  spentMs = startClock(child.pid),
): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      clearInterval(check);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", read).off("exit", onExit).off("error", onError);
      resolve(outcome);
    };
    const read = valueReader<ReplyMessage>((reply, output) => finish({ kind: "reply", reply, output }));
    const onExit = (code: number | null, name: string | null) =>
      finish({ kind: "died", reason: name ?? code });
    // Deno reports a death first as a failed read.
    const onError = (reason: unknown) => finish({ kind: "died", reason });
    const onAbort = () => finish({ kind: "aborted", reason: signal?.reason });
    const timer = setTimeout(() => finish({ kind: "stalled" }), waitMs);
    const look = () => {
      if (memoryMb !== null && (residentMegabytes(child.pid) ?? 0) > memoryMb) finish({ kind: "large" });
      else if (spentMs() > deadlineMs) finish({ kind: "late" });
    };
    const check = setInterval(look, Math.min(checkMs, deadlineMs));
    signal?.addEventListener("abort", onAbort);
    child.on("message", read).on("exit", onExit).on("error", onError);
    send().catch((reason: unknown) => finish({ kind: "unsent", reason }));
  });
}

/** Returns the error for an input that reached a limit. `death` is the signal or the code of a child that died. */
function limitError(
  kind: "late" | "large" | "died",
  { deadlineMs, memoryMb }: JobLimits,
  death: string,
): ToolsError {
  return new ToolsError(
    "processing_limit",
    {
      late: `The input exceeded the time limit of a job, ${deadlineMs / 1000} s of CPU time.`,
      large: `The input exceeded the memory limit of a job, ${memoryMb} MB.`,
      died: `The input crashed the worker (${death}), probably with too much memory.`,
    }[kind],
  );
}

/** Returns the error for a module that did not start, or too late. */
function startError(module: URL, { kind, reason }: Exclude<Outcome, { kind: "reply" }>): Error {
  const cause = new Error(`The worker ${module.href} did not start: ${kind} (${String(reason)}).`);
  if (kind !== "late" && kind !== "stalled") return cause;
  return new ToolsError("overloaded", "The server is too busy to start a worker. Try again later.", {
    cause,
  });
}

/** Starts a child. Its first job waits until the child is ready. */
export function startChild({ module, heapMb, environment, priority, stderr }: ChildOptions): Child {
  const child = fork(module, [], {
    serialization: "advanced",
    env: childEnvironment(environment),
    // Not inherited: the server's debugger port or loader must not apply to the child.
    execArgv: [`--max-old-space-size=${heapMb}`],
    // No pipes: an unread pipe fills up and blocks the child.
    stdio: ["ignore", "ignore", stderr, "ipc"],
  });
  lowerPriority(child.pid, priority);
  let alive = true;
  let closed = false;
  let gaveOut = false;
  let wasKilled = false;
  let endedBy: string | null = null;
  let spentMs = () => 0;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", (_, signal) => {
      alive = false;
      endedBy = signal;
      resolve();
    });
    // An error between two jobs needs a listener too; otherwise it would end the server.
    child.on("error", () => {
      alive = false;
      if (child.pid === undefined) resolve();
    });
  });
  const started = replyTo(child, () => Promise.resolve(), startLimits);

  async function kill(): Promise<void> {
    alive = false;
    child.kill("SIGKILL");
    await gone;
  }

  function toError({ kind, reason }: Exclude<Outcome, { kind: "reply" }>, limits: JobLimits): unknown {
    if (closed) return new ToolsError("internal_error", "The process pool was closed.");
    if (kind === "aborted" || kind === "unsent") return reason;
    wasKilled = kind === "died" && endedBy !== null && !crashes.has(endedBy);
    if (kind === "stalled")
      return new ToolsError(
        "overloaded",
        `The server did not finish the job within ${limits.waitMs / 1000} s. Try again later.`,
      );
    if (wasKilled) return new ToolsError("overloaded", `Another process ended the worker (${endedBy}).`);
    return limitError(endedBy === overMemorySignal ? "large" : kind, limits, endedBy ?? String(reason));
  }

  return {
    isAlive: () => alive,
    async run(input, limits) {
      const start = await started;
      if (start.kind !== "reply") {
        await kill();
        const failure = toError(start, startLimits);
        if (closed || wasKilled) throw failure;
        throw startError(module, start);
      }
      limits.signal?.throwIfAborted();
      const job: JobMessage = { memoryMb: ownMemoryBound(limits.memoryMb) };
      const send = () => sendValue((message, written) => child.send(message, written), job, input);
      spentMs = startClock(child.pid);
      const outcome = await replyTo(child, send, limits, spentMs);
      if (outcome.kind !== "reply") {
        gaveOut = outcome.kind === "large" || outcome.kind === "died";
        await kill();
        throw toError(outcome, limits);
      }
      const { reply, output } = outcome;
      if (reply.reply === "failed") throw restoreError(reply.error);
      return output;
    },
    gaveOut: () => gaveOut,
    spentMs: () => spentMs(),
    wasKilled: () => wasKilled,
    residentMb: () => (alive ? residentMegabytes(child.pid) : null),
    end() {
      closed = true;
      return kill();
    },
  };
}
