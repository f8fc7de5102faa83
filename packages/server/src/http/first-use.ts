/**
 * Returns a function that creates a value with its first call and resolves to the same value for every caller. After a
 * failure, the next call creates it again.
 *
 * The server loads modules that many processes never need by it: `onFirstUse(async () => (await import("…")).create())`.
 */
export function onFirstUse<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
