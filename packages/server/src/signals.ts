import process from "node:process";

/**
 * How long a server that stops waits for what is in flight. With the time at most that its stores take to close this
 * is below the 10 s after which those who stop servers lose their patience.
 */
export const finishingMs = 7_500;

/** Runs `close` at the first SIGTERM or SIGINT and exits with 0; at a second one exits at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = () => {
    if (closing) process.exit(1);
    closing = true;
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
