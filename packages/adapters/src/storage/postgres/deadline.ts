/** PostgreSQL has not answered in time. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/**
 * What a promise resolves to, if it does so by an instant on the scale of `performance.now`. What comes later is
 * ignored, a rejection too.
 *
 * @throws DeadlineError
 */
export function by<Result>(deadline: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeadlineError("PostgreSQL has not answered in time.")),
      deadline - performance.now(),
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
