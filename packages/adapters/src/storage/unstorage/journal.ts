import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { decodeText, encodeText } from "./items.ts";
import type { Lease } from "./lease.ts";
import { withPatience } from "./patience.ts";

/** An item to be written; `null` removes it. */
export interface ItemWrite {
  name: string;
  text: string | null;
}

/** Writes of many items that happen all or not at all, whenever the process is killed. */
export interface Journal {
  /** Throws where not all has been written; then {@link Journal.replay} has to run before anything else. */
  commit(writes: readonly ItemWrite[]): Promise<void>;
  /** Does the writes of the last commit again, which are all that may be missing or half done. */
  replay(): Promise<void>;
}

/**
 * A journal in one item, which holds the texts of all that a commit writes, and is overwritten by the next. Once it
 * is whole the commit is done: what a killed process has left of the rest is written again. While it is not, none of
 * the rest has been touched, and all that the journal before it held has been written.
 */
export function createJournal(storage: Storage, name: string, lease: Lease): Journal {
  // A write that was given up may still land, and would undo a later one: nothing is written before it has ended.
  let writing: Promise<unknown> = Promise.resolve();

  function put({ name: item, text }: ItemWrite): Promise<void> {
    if (!lease.isHeld())
      throw new ToolsError(
        "storage_unavailable",
        "This process has not renewed its lease on the unstorage storage in time, and no longer writes.",
        { retryAfter: 1 },
      );
    return text === null ? storage.removeItem(item) : storage.setItem(item, text);
  }

  /** Settles only when every one of the writes has. */
  async function putAll(writes: readonly ItemWrite[]): Promise<void> {
    const results = await Promise.allSettled(writes.map(async (write) => put(write)));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  async function write(writes: readonly ItemWrite[]): Promise<void> {
    await withPatience(writing);
    const written = putAll(writes);
    writing = written.catch(() => undefined);
    await withPatience(written);
  }

  return {
    async commit(writes) {
      await write([{ name, text: encodeText(name, writes) }]);
      await write(writes);
    },

    async replay() {
      await withPatience(writing);
      // Only `commit` makes such a text.
      const writes = decodeText(name, await withPatience(storage.getItem(name))) as ItemWrite[] | undefined;
      if (writes) await write(writes);
    },
  };
}
