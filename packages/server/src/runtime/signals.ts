import process from "node:process";

/**
 * Milliseconds for which a stopping server waits for requests in progress. Together with the
 * time to end the recorders and to close the stores, it stays below 10 s, after which process managers kill the process.
 */
export const finishingMs = 6_000;

/** Milliseconds between two checks of a stopping server for unanswered requests. */
export const checkMs = 20;

/**
 * The number of checks without new bytes of a body after which a stopping server stops waiting for the request: two
 * seconds. The server counts checks instead of time. Between two checks the event loop reads arrived bytes, however
 * late the checks run on a busy machine.
 */
export const stalledChecks = 100;

/**
 * The number of the signal that ends a stopping server immediately. Under npm it is one more: npm forwards signals to
 * its script, and Ctrl-C in a terminal signals both processes, so the server can receive the first Ctrl-C twice.
 */
const finalSignal = process.env["npm_lifecycle_event"] === undefined ? 2 : 3;

/**
 * Runs `close` at the first SIGTERM or SIGINT, then exits with 0. Another signal of the user ends the process immediately.
 *
 * @returns A function that does the same as the first signal.
 */
export function closeOnSignal(close: () => Promise<void>): () => void {
  let signals = 0;
  let isClosing = false;
  const end = () => {
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  const onSignal = () => {
    signals += 1;
    if (signals >= finalSignal) process.exit(0);
    end();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return end;
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
