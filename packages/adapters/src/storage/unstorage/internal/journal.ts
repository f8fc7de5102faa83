import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { root } from "../schema.ts";

interface Write {
  name: string;
  /** `null` removes the item. */
  json: string | null;
}

interface Journal {
  sequence: number;
  writes: Write[];
  /** The answers to batches, by key. Absent in journals of earlier releases. */
  answers?: [key: string, text: string][];
}

export function unavailable(message: string, cause?: unknown): ToolsError {
  return new ToolsError("storage_unavailable", `unstorage: ${message}`, { cause, retryAfter: 1 });
}

/** Encodes an item. The prefix has the version of the layout, and keeps unstorage from parsing the text. */
export function encodeText(json: string, term = 0): string {
  return `tools-api/2 ${term} ${json}`;
}

/** Reads the text of {@link encodeText}. Returns `null` if there is none. If it is incomplete, its term is -1. */
export async function readText(storage: Storage, key: string) {
  const text: unknown = await storage.getItem(key);
  if (text === null || text === undefined) return null;
  // The driver for files returns its error as the value.
  if (typeof text !== "string") throw unavailable(`expected a text under ${key}`, text);
  if (/^tools-api\/(?![12] )\d+ /.test(text)) throw unavailable(`a newer release wrote ${key}`);
  // Earlier releases also wrote a checksum.
  const [, term, json = ""] = /^tools-api\/(?:1 \w+|2) (\d+) (.*)$/s.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(json);
    return { term: Number(term), value, size: json.length };
  } catch {
    return { term: -1, value: undefined, size: 0 };
  }
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
  let [term, sequence] = [0, 0];

  const keyIn = (its: number, name: string) => `${root}:${its % 2 === 0 ? "a" : "b"}:${name}`;
  /** Returns the keys of an item, first the one to write. In its first term, a storage has only one side. */
  const itemKeys = (name: string) => [keyIn(term, name), ...(term === 0 ? [] : [keyIn(term + 1, name)])];

  async function write(writes: Write[]): Promise<void> {
    if (!isLeaseHeld()) throw unavailable("this process did not renew its lease on the storage in time");
    const begun = writes.flatMap(({ name, json }) =>
      json === null
        ? itemKeys(name).map((key) => storage.removeItem(key))
        : [storage.setItem(keyIn(term, name), encodeText(json, term))],
    );
    // After a failure, no write may still be running when the items are written again.
    for (const result of await Promise.allSettled(begun))
      if (result.status === "rejected") throw result.reason;
  }

  return {
    /** Completes the last commit and returns its answers. Must be called first, and after each commit that threw. */
    async recover() {
      const keys = [0, 1].flatMap((side) => [0, 1].map((turn) => keyIn(side, `journal:${turn}`)));
      const [last] = (await Promise.all(keys.map((key) => readText(storage, key))))
        // An incomplete journal was never applied. Only `commit` writes such texts.
        .flatMap((text) => (text?.value ? { term: text.term, journal: text.value as Journal } : []))
        .toSorted((a, b) => b.term - a.term || b.journal.sequence - a.journal.sequence);
      if (!last) return [];
      [term, sequence] = [last.term, last.journal.sequence + 1];
      await write(last.journal.writes);
      return last.journal.answers ?? [];
    },

    /** Returns the value of an item and the length of its JSON, or `undefined` and 0 if there is no such item. */
    async read(name: string) {
      const texts = await Promise.all(itemKeys(name).map((key) => readText(storage, key)));
      const [newest] = texts.flatMap((text) => text ?? []).toSorted((a, b) => b.term - a.term);
      if (newest?.term === -1) throw unavailable(`the item ${name} is not as it was written`);
      return newest ?? { value: undefined, size: 0 };
    },

    /** Writes items. After a throw, it is unknown whether everything was written. */
    async commit(writes: Write[], answers: Journal["answers"] = []): Promise<void> {
      const journal: Journal = { sequence, writes, answers };
      await write([{ name: `journal:${sequence % 2}`, json: JSON.stringify(journal) }]);
      sequence++;
      await write(writes);
    },
  };
}
