import { ApiError, NetworkError, TimeoutError } from "./errors.ts";

/** The terms of the attempts of a call. */
export interface AttemptTerms {
  maxRetries: number;
  timeout: number;
  signal: AbortSignal | undefined;
}

/** Seconds. A call waits at most as long as a policy per minute takes to reset. */
const maxRetryAfter = 60;

const firstDelayMs = 500;
const maxDelayMs = 8000;

/** Returns whether another attempt can succeed where this one failed. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof NetworkError || error instanceof TimeoutError;
  const { status, code, retryAfter } = error;
  if ((retryAfter ?? 0) > maxRetryAfter) return false;
  // A credential that failed once fails again.
  if (status === 429) return code !== "too_many_attempts";
  return status === 408 || status >= 500 || code === "idempotency_in_progress";
}

/** Returns the milliseconds before a retry: those that the response asks for, and exponential backoff with full jitter. */
function delayBefore(retry: number, error: unknown): number {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return asked + Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** retry);
}

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function when a signal aborts. Returns the function that removes it. A signal that many calls share has one
 * listener, because Node warns of more than ten.
 */
function onAbort(signal: AbortSignal | undefined, call: () => void): () => void {
  if (!signal) return () => {};
  const calls = listeners.get(signal) ?? new Set();
  if (!listeners.has(signal)) {
    listeners.set(signal, calls);
    signal.addEventListener("abort", () => calls.forEach((each) => each()));
  }
  calls.add(call);
  return () => void calls.delete(call);
}

/** Does work until it ends, the signal aborts or the time is over. */
async function within<Result>(
  { timeout, signal }: Pick<AttemptTerms, "timeout" | "signal">,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason as Error));
  });
  const forget = onAbort(signal, () => controller.abort(signal?.reason));
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(`timeout: expected a response within ${timeout} ms, received none`));
  }, timeout);
  try {
    return await Promise.race([aborted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** Waits. Rejects as soon as the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    });
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
  });
}

/** Attempts work until it succeeds, fails permanently, or has failed `maxRetries` times more. */
export async function attempt<Result>(
  terms: AttemptTerms,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await within(terms, work);
    } catch (error) {
      if (terms.signal?.aborted || retry >= terms.maxRetries || !isTransient(error)) throw error;
      await wait(delayBefore(retry, error), terms.signal);
    }
  }
}
