const sliceMs = 4;

/** Resolves when everything that was ready for the event loop has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Cuts long work into slices of some milliseconds, between which other requests have their turn. Call the returned
 * function between short steps, and await what it returns unless it is `null`.
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
