import type { Clock } from "@tools-api/core";
import { type BatchLog, createBatchLog } from "../lib/batch-log.ts";
import { batchRetentionMs } from "../lib/expiry.ts";
import type { Items } from "./connection.ts";
import { chunkItem, chunkRangeItem } from "./schema.ts";

// In characters of JSON: the last chunk is written with each batch.
const chunkSize = 4_000;

// The logs in memory, each valid for one generation. Stores on the same storage share one.
const logs = new WeakMap<object, BatchLog>();

async function loadLog(items: Items, clock: Clock): Promise<BatchLog> {
  const known = logs.get(items.generation);
  if (known) return known;
  const { first, next } = await items.get(chunkRangeItem);
  const numbers = Array.from({ length: next - first }, (_, place) => first + place);
  const chunks = await Promise.all(numbers.map((number) => items.get(chunkItem(number))));
  const log = createBatchLog(clock, chunks.flat());
  logs.set(items.generation, log);
  return log;
}

/**
 * Returns the known response to a batch, and a function that records the first one. Responses are stored in chunks, so
 * that a batch is recognized for an hour, even after a restart.
 */
export async function findBatch(items: Items, clock: Clock, key: string) {
  const log = await loadLog(items, clock);
  const { first, next } = await items.get(chunkRangeItem);
  const last = await items.get(chunkItem(next - 1));
  const isFull = next === first || JSON.stringify(last).length >= chunkSize;
  // At most two chunks go for each new one: old chunks cannot accumulate, and no batch removes many.
  const removable = isFull ? Math.min(first + 2, next) : first;
  let kept = first;
  while (kept < removable) {
    const chunk = await items.get(chunkItem(kept));
    if (chunk.some(([, { recordedAt }]) => recordedAt > clock.now() - batchRetentionMs)) break;
    kept++;
  }
  return {
    known: log.find(key),
    record(text: string): void {
      const answer = log.add(key, text);
      items.put(chunkItem(isFull ? next : next - 1), [...(isFull ? [] : last), [key, answer]]);
      if (isFull) items.put(chunkRangeItem, { first: kept, next: next + 1 });
      for (let number = first; number < kept; number++) items.put(chunkItem(number), undefined);
    },
  };
}
