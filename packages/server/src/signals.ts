import process from "node:process";

/**
 * Milliseconds that a server which stops waits for requests in progress. With the time that its stores take to close
 * this stays below the 10 s after which process managers kill.
 */
export const finishingMs = 7_500;

/** Milliseconds between two looks of a server that stops at the requests it still owes an answer. */
export const checkMs = 20;

/**
 * Checks without a byte of a request's body after which a server that stops does not wait for the request: half a second.
 * Checks are counted, and not time, because the event loop reads what has arrived between two checks, however late they
 * are on a busy machine.
 */
export const stalledChecks = 25;

// npm forwards signals to the script it runs. Ctrl-C in a terminal signals both, so that the server gets it twice.
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

/** Ends a command without an error when the reader of its output is gone, as in `tools-api accounts list | head -1`. */
export function endQuietlyWithoutReader(): void {
  process.stdout.on("error", (error) => {
    if (!isClosedPipe(error)) throw error;
    process.exit();
  });
}

/** Lets a server run on when the reader of its output is gone, as in `npm start | head -1`. */
export function runWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}
