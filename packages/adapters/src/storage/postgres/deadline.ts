/** The error if PostgreSQL does not respond in time. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/**
 * Resolves to the result of a promise if it settles before a deadline on the scale of `performance.now`. A later result
 * or rejection is ignored.
 *
 * @throws DeadlineError if the deadline passes first.
 */
export function by<Result>(deadline: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeadlineError("PostgreSQL did not respond in time.")),
      deadline - performance.now(),
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
