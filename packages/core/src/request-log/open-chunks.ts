import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { hourMs } from "../time.ts";
import { chunks, isOfWriter, maxChunks, newChunkId, newWriterId, type Row, rowsPerChunk } from "./stored.ts";

/** The chunk that this process fills with the requests of an account. */
interface OpenChunk {
  id: string;
  openedAt: number;
  rows: readonly Row[];
  /** The version of the stored chunk; `null` before its first write. */
  version: number | null;
  /** The ids of the previous chunks of this process, oldest first; `null` if they are not in memory. */
  previous: readonly string[] | null;
}

/** The next write of an account. */
export interface ChunkPlan {
  account: string;
  chunk: OpenChunk;
  writes: readonly WriteOperation[];
}

// Bounds the memory: 1,000 chunks of fewer than 200 rows take at most 40 MB.
const maxOpen = 1000;
// A chunk expires with its last row. So its first row must not be much older.
const maxChunkMs = hourMs;
const dropsAtOnce = 8;

function hasRoom({ rows, openedAt }: OpenChunk, now: number): boolean {
  return rows.length < rowsPerChunk && now - openedAt < maxChunkMs;
}

/** Creates the memory of the chunks that this process fills, one for each account. */
export function openChunks(documents: DocumentStore, retentionMs: number) {
  const writer = newWriterId();
  const open = new Map<string, OpenChunk>();
  let opened = 0;

  const newChunk = (previous: OpenChunk["previous"], now: number): OpenChunk => ({
    id: newChunkId(writer, opened++, now),
    openedAt: now,
    rows: [],
    version: null,
    previous,
  });

  /** Returns the chunk of an account in memory, or the one that this process wrote last. */
  async function currentChunk(account: string): Promise<OpenChunk | null> {
    const known = open.get(account);
    if (known) return known;
    const [newest] = await chunks.list(documents, { account }, { limit: 1 });
    if (!newest || !isOfWriter(newest.ids.chunk, writer)) return null;
    const { ids, value, version } = newest;
    return { id: ids.chunk, openedAt: value.rows[0]?.[0] ?? 0, rows: value.rows, version, previous: null };
  }

  /** Returns a new chunk after a full one, and the writes that drop the requests beyond the bound. */
  async function nextChunk(
    account: string,
    last: OpenChunk,
    now: number,
  ): Promise<[OpenChunk, WriteOperation[]]> {
    if (last.previous === null) {
      // After a start, and for accounts that were not in memory: everything that is stored counts.
      const stored = await chunks.list(documents, { account }, { limit: maxChunks + dropsAtOnce });
      const drops = stored.slice(maxChunks).map(({ ids }) => chunks.drop(ids));
      const ids = stored.slice(0, maxChunks).map((found) => found.ids.chunk);
      return [newChunk(ids.toReversed(), now), drops];
    }
    const previous = [...last.previous, last.id];
    const oldest = previous.length > maxChunks ? previous.shift() : undefined;
    if (oldest === undefined) return [newChunk(previous, now), []];
    // The chunks of this process after this one have more requests than an account keeps.
    const older = await chunks.list(documents, { account }, { after: oldest, limit: dropsAtOnce });
    const drops = [{ account, chunk: oldest }, ...older.map(({ ids }) => ids)].map((ids) => chunks.drop(ids));
    return [newChunk(previous, now), drops];
  }

  function chunkWrite(account: string, { id, rows, version }: OpenChunk, now: number): WriteOperation {
    const ids = { account, chunk: id };
    const value = { rows: [...rows], expiresAt: now + retentionMs };
    // A chunk that another process has erased with its account must not come back.
    return version === null
      ? chunks.create(ids, value)
      : chunks.replace({ key: chunks.key(ids), version }, value);
  }

  /** Plans the write that adds requests to the chunk of an account. */
  async function plan(account: string, rows: readonly Row[], now: number): Promise<ChunkPlan> {
    const writes: WriteOperation[] = [];
    let chunk = (await currentChunk(account)) ?? newChunk(null, now);
    if (!hasRoom(chunk, now)) {
      const [next, drops] = await nextChunk(account, chunk, now);
      writes.push(...drops);
      chunk = next;
    }
    // Not split at the bound, so a busy account takes one write a second.
    chunk = { ...chunk, rows: [...chunk.rows, ...rows] };
    writes.push(chunkWrite(account, chunk, now));
    return { account, chunk, writes };
  }

  /** Keeps a chunk in memory whose write was committed. */
  function written({ account, chunk }: ChunkPlan, version: number): void {
    open.delete(account);
    open.set(account, { ...chunk, version });
    const [first] = open.keys();
    if (open.size > maxOpen && first !== undefined) open.delete(first);
  }

  return { plan, written, forget: (account: string) => void open.delete(account) };
}
