import { batchRetentionMs } from "../retention.ts";
import { pairKey } from "../usage-changes.ts";
import { type Item, plainItem } from "./items.ts";
import type { Edit } from "./rounds.ts";

interface Answer {
  /** Epoch milliseconds. */
  recordedAt: number;
  text: string;
}

/** Answers by {@link keyOf}, in the order in which they were given. */
type Chunk = ReadonlyMap<string, Answer>;

/** The chunks from `first` to before `next` are kept. */
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

/** A batch that is to be known again. */
interface LoggedBatch {
  /** The same id may be used with each method. */
  method: string;
  id: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Knows batches by their ids for an hour, over restarts too. */
export interface BatchLog {
  /** The answer of the batch's first time, or that of `write`, which is called the first time only. */
  once(edit: Edit, batch: LoggedBatch, write: () => string): string;
}

/**
 * A log of batches in chunks, of which only the last changes. Where each id is found stands in memory, so that a new
 * batch costs no look at the driver; after a restart it is read from the chunks of the last hour.
 */
export function createBatchLog(): BatchLog {
  // The chunks in which ids are to be looked for, as of one generation of what is in memory.
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

  /** Forgets the oldest chunks whose batches are all old; two for one that is begun, so that nothing piles up. */
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
      // Where this is not written after all, the chunk does not know the id.
      known.set(key, number);
      return text;
    },
  };
}
