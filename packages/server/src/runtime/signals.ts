import process from "node:process";

/**
 * Milliseconds for which a stopping server waits for requests in progress. Together with the
 * time to end the recorders and to close the stores, it stays below 10 s, after which process managers kill the process.
 */
export const finishingMs = 6_000;

/** Milliseconds between two checks of a stopping server for unanswered requests. */
export const checkMs = 20;

/**
 * The number of checks without new bytes of a body after which a stopping server stops waiting for the request: half a
 * second. The server counts checks instead of time. Between two checks the event loop reads arrived bytes, however late
 * the checks run on a busy machine.
 */
export const stalledChecks = 25;

// npm forwards signals to its script. Ctrl-C in a terminal signals both processes, so the server receives it twice.
const echoMs = process.env["npm_lifecycle_event"] === undefined ? 0 : 500;

/** Runs `close` at the first SIGTERM or SIGINT, then exits with 0. A second signal ends the process immediately. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (closingSince !== undefined) {
      if (now - closingSince >= echoMs) process.exit(0);
      return;
    }
    closingSince = now;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function isClosedPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}

/**
 * Ends a command without an error when the reader of its output closes the pipe, as in
 * `tools-api accounts list | head -1`.
 */
export function endQuietlyWithoutReader(): void {
  process.stdout.on("error", (error) => {
    if (!isClosedPipe(error)) throw error;
    process.exit();
  });
}

/** Keeps a server running when the reader of its output closes the pipe, as in `npm start | head -1`. */
export function runWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}
