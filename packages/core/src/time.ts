export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The port through which the core reads the time. Tests and replays pass in their own clock. */
export interface Clock {
  /** Returns milliseconds since the Unix epoch. May step backwards when the host's clock is set. */
  now(): number;
}

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A port for waiting and for measuring durations. Unlike a {@link Clock}, it is not affected when the clock is set. */
export interface Timer {
  /** Returns milliseconds since any fixed moment. Never runs backwards. */
  elapsed(): number;
  /** Resolves after that many milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** The host's timer. On Node, waiting keeps the process from ending. */
export const systemTimer: Timer = {
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Settles like a promise that does so within `ms`. After that, rejects with the error that `late` returns, and ignores
 * the result.
 */
export function withTimeout<Result>(ms: number, result: Promise<Result>, late: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    // A `finally` would cost each call of a store two more promises.
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Bounds of the pauses between attempts, in milliseconds. Each pause is twice as long as the one before. */
export interface Backoff {
  minMs: number;
  maxMs: number;
}

/** A schedule of attempts. */
export interface RetryPolicy extends Backoff {
  /** Milliseconds after the first attempt began. No attempt begins later. */
  withinMs: number;
}

/**
 * Returns the milliseconds to wait after a number of failed attempts. The jitter of ±50 % keeps processes that collided
 * once from colliding again. See https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function pauseAfter(failures: number, { minMs, maxMs }: Backoff): number {
  return Math.min(minMs * 2 ** (failures - 1), maxMs) * (0.5 + Math.random());
}

/**
 * Returns the result of the first attempt that succeeds. Throws the error of the last attempt if its time is over, or if
 * `mayRetry` rejects the error.
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  mayRetry: (error: unknown) => boolean,
  timer: Timer = systemTimer,
): Promise<Result> {
  const started = timer.elapsed();
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = pauseAfter(failures, policy);
      if (!mayRetry(error) || timer.elapsed() + pauseMs - started > policy.withinMs) throw error;
      await timer.sleep(pauseMs);
    }
  }
}

// Node, Deno and Bun have it. The types of this package are without those of a runtime.
declare function setImmediate(callback: () => void): unknown;

/** Resolves after the event loop has run everything that was ready. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const sliceMs = 4;

/**
 * Splits long work into slices of 4 ms, so that other requests run between them. Call the returned function between
 * short steps, and await its result unless it is `null`.
 */
export function slices(): () => Promise<void> | null {
  let ends = performance.now() + sliceMs;
  return () => {
    if (performance.now() < ends) return null;
    return nextTurn().then(() => {
      ends = performance.now() + sliceMs;
    });
  };
}

const isoTexts = new Map<number, string>();
const maxIsoTexts = 1000;

/** Returns an instant as RFC 3339 in UTC, without the fraction if it is zero. */
export function isoSeconds(instant: number): string {
  // Call after call formats the same few instants, such as the bounds of the day and of a billing cycle.
  const known = isoTexts.get(instant);
  if (known !== undefined) return known;
  const text = new Date(instant).toISOString().replace(".000Z", "Z");
  if (isoTexts.size >= maxIsoTexts) isoTexts.clear();
  isoTexts.set(instant, text);
  return text;
}

/** Returns an instant as RFC 3339 in UTC, with milliseconds. */
export function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/** Returns an instant as {@link isoInstant} does, and `null` for `null`. */
export function isoInstantOrNull(instant: number | null): string | null {
  return instant === null ? null : isoInstant(instant);
}
