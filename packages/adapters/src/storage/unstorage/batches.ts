import { batchRetentionMs } from "../lib/expiry.ts";
import { pairKey } from "../lib/usage-changes.ts";
import { type Item, plainItem } from "./items.ts";
import type { Edit } from "./rounds.ts";

interface Answer {
  /** In epoch milliseconds. */
  recordedAt: number;
  text: string;
}

/** Responses by `pairKey` of method and id, in the order in which they were given. */
type Chunk = ReadonlyMap<string, Answer>;

/** The range of stored chunks: from `first` until before `next`. */
interface ChunkRange {
  first: number;
  next: number;
}

const rangeItem = plainItem<ChunkRange>("usage-batches:range");

function chunkItem(number: number): Item<Chunk> {
  return {
    name: `usage-batches:${number}`,
    // Only `encode` writes this item, and its text carries a checksum.
    decode: (json) => new Map(json as [string, Answer][]),
    encode: (chunk) => [...chunk],
  };
}

// In characters: the last chunk is written with each batch.
const chunkSize = 4_000;

function isFull(chunk: Chunk): boolean {
  let size = 0;
  for (const [key, { text }] of chunk) size += key.length + text.length + 40;
  return size >= chunkSize;
}

/** A batch to log. */
interface LoggedBatch {
  /** The same id can be used with each method. */
  method: string;
  id: string;
  /** In epoch milliseconds. */
  now: number;
}

/** A log that recognizes batches by id for an hour, even after a restart. */
export interface BatchLog {
  /** Returns the first response to a batch. Calls `write` only the first time. */
  once(edit: Edit, batch: LoggedBatch, write: () => string): string;
}

/**
 * Creates a log of batches in chunks. Only the last chunk changes. The position of each id is in memory, so that a new
 * batch needs no read. After a restart, the positions are read from the chunks of the last hour.
 */
export function createBatchLog(): BatchLog {
  // The chunk of each id, valid for one generation of the memory.
  let known = new Map<string, number>();
  let generation: number | undefined;

  function load(edit: Edit, { first, next }: ChunkRange): void {
    if (generation === edit.generation) return;
    const chunks = Array.from({ length: next - first }, (_, place) => chunkItem(first + place));
    edit.need(chunks);
    known = new Map(
      chunks.flatMap((item, place) =>
        [...(edit.get(item) ?? [])].map(([key]): [string, number] => [key, first + place]),
      ),
    );
    generation = edit.generation;
  }

  /**
   * Removes the oldest chunks if all their batches are old. Removes up to two per new chunk, so that old chunks cannot
   * accumulate.
   */
  function forget(edit: Edit, { first, next }: ChunkRange, now: number): number {
    let kept = first;
    for (const limit = Math.min(first + 2, next); kept < limit; kept++) {
      const item = chunkItem(kept);
      const chunk = edit.get(item) ?? new Map<string, Answer>();
      if ([...chunk.values()].some(({ recordedAt }) => recordedAt > now - batchRetentionMs)) break;
      edit.remove(item);
      for (const key of chunk.keys()) known.delete(key);
    }
    return kept;
  }

  return {
    once(edit, { method, id, now }, write) {
      const range = edit.get(rangeItem) ?? { first: 0, next: 0 };
      load(edit, range);
      const key = pairKey(method, id);
      const place = known.get(key);
      const first = place === undefined ? undefined : edit.get(chunkItem(place))?.get(key);
      if (first) return first.text;

      const text = write();
      const last = range.next > range.first ? edit.get(chunkItem(range.next - 1)) : undefined;
      const begins = !last || isFull(last);
      const number = begins ? range.next : range.next - 1;
      edit.put(chunkItem(number), new Map(begins ? [] : last).set(key, { recordedAt: now, text }));
      if (begins) edit.put(rangeItem, { first: forget(edit, range, now), next: range.next + 1 });
      // If this write fails, the chunk does not contain the id, which is harmless.
      known.set(key, number);
      return text;
    },
  };
}
