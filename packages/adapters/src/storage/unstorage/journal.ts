import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { root } from "./schema.ts";

interface Journal {
  sequence: number;
  /** The version of the layout, and the oldest version whose release supports it. */
  layout: { version: number; worksWith: number };
  writes: { name: string; json: string | null }[];
}

const layout = { version: 1, worksWith: 1 };

function unavailable(message: string, cause?: unknown): ToolsError {
  return new ToolsError("storage_unavailable", `unstorage: ${message}`, { cause, retryAfter: 1 });
}

function checksum(key: string, term: number, json: string): string {
  return createHash("sha256").update(`${key}\n${term}\n${json}`).digest("hex").slice(0, 16);
}

/** Encodes an item with a checksum, which detects a half-written text. Its prefix keeps unstorage from parsing it. */
export function encodeText(key: string, json: string, term = 0): string {
  return `tools-api/1 ${checksum(key, term, json)} ${term} ${json}`;
}

/** Reads the text of {@link encodeText}. Returns `undefined` if there is none, and `damaged` if it is incomplete. */
export async function readText(storage: Storage, key: string) {
  const text: unknown = await storage.getItem(key);
  if (text === null || text === undefined) return undefined;
  // The driver for files returns its error as the value.
  if (typeof text !== "string") throw unavailable(`expected a text under ${key}`, text);
  const [, sum, term, json] = /^tools-api\/1 ([0-9a-f]{16}) ([0-9]+) (.*)$/s.exec(text) ?? [];
  if (json === undefined || sum !== checksum(key, Number(term), json)) return "damaged";
  return { term: Number(term), json };
}

/**
 * Creates atomic commits on a driver that sets one item at a time. Even that is not atomic: the driver for files
 * empties a file and then fills it. A commit writes a journal with all its items, and then the items. `recover` writes
 * the items of the last complete journal again. Journals alternate between two keys, so one is always complete.
 *
 * Earlier releases alternated between two sides, `a` and `b`, at each takeover from a killed process, which began a new
 * term. Items of both sides are read, and the later term counts. This release stays in the term that it finds.
 */
export function createJournal(storage: Storage, isLeaseHeld: () => boolean) {
  let term = 0;
  let sequence = 0;

  const keyIn = (its: number, name: string) => `${root}:${its % 2 === 0 ? "a" : "b"}:${name}`;

  async function write(writes: Journal["writes"]): Promise<void> {
    if (!isLeaseHeld()) throw unavailable("this process did not renew its lease on the storage in time");
    const begun = writes.flatMap(({ name, json }) => {
      const key = keyIn(term, name);
      if (json !== null) return [storage.setItem(key, encodeText(key, json, term))];
      return [storage.removeItem(key), storage.removeItem(keyIn(term + 1, name))];
    });
    // After a failure, no write may still be running when the items are written again.
    for (const result of await Promise.allSettled(begun))
      if (result.status === "rejected") throw result.reason;
  }

  async function readItem(itemTerm: number, name: string) {
    const text = await readText(storage, keyIn(itemTerm, name));
    if (text === "damaged") throw unavailable(`the item ${name} is not as it was written`);
    return text;
  }

  return {
    /**
     * Completes the last commit. Must be called first, and after each commit that threw.
     *
     * @throws ToolsError `storage_unavailable` if an incompatible newer release has written the storage.
     */
    async recover(): Promise<void> {
      const keys = [0, 1].flatMap((side) => [0, 1].map((turn) => keyIn(side, `journal:${turn}`)));
      const [last] = (await Promise.all(keys.map((key) => readText(storage, key))))
        // An incomplete journal was never applied.
        .flatMap((text) => (text === undefined || text === "damaged" ? [] : [text]))
        // Only `commit` writes such texts.
        .map((text) => ({ term: text.term, journal: JSON.parse(text.json) as Journal }))
        .toSorted((a, b) => b.term - a.term || b.journal.sequence - a.journal.sequence);
      if (!last) return;
      const { layout: found, writes } = last.journal;
      if (found.worksWith > layout.version)
        throw unavailable(
          `expected items that layout ${layout.version} supports, received layout ${found.version}, which a newer release wrote`,
        );
      term = last.term;
      sequence = last.journal.sequence + 1;
      await write(writes);
    },

    /** Returns the JSON of an item, or `undefined` if there is none. */
    async read(name: string): Promise<string | undefined> {
      const own = await readItem(term, name);
      // In its first term, a storage has only one side.
      if (term === 0 || own?.term === term) return own?.json;
      const other = await readItem(term + 1, name);
      return own && (!other || own.term > other.term) ? own.json : other?.json;
    },

    /** Writes items; `null` removes one. After a throw, it is unknown whether everything was written. */
    async commit(writes: Journal["writes"]): Promise<void> {
      const journal: Journal = { sequence, layout, writes };
      await write([{ name: `journal:${sequence % 2}`, json: JSON.stringify(journal) }]);
      sequence++;
      await write(writes);
    },
  };
}
