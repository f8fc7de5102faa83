import type { LastUse } from "./change-set.ts";

// About 2 MB.
const maxCredentials = 10_000;

/**
 * Creates a memory of the last uses of up to 10,000 credentials that were written, so that a call does not write them
 * again. Instants only grow in a store, and most calls of a credential are in the minute of the one before.
 */
export function notedUses() {
  const noted = new Map<string, number>();
  return {
    isNew: ({ credential, at }: LastUse) => (noted.get(credential) ?? -Infinity) < at,
    note(uses: readonly LastUse[]): void {
      if (noted.size + uses.length > maxCredentials) noted.clear();
      for (const { credential, at } of uses) noted.set(credential, at);
    },
    clear: () => noted.clear(),
  };
}
