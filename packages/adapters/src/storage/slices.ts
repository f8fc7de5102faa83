const sliceMs = 4;

/** Resolves after the event loop has run everything that was ready. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Splits long work into slices of a few milliseconds, so that other requests run between them. Call the returned
 * function between short steps, and await its result unless it is `null`.
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
