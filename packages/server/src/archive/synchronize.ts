import { createHash } from "node:crypto";
import {
  type ArchiveReader,
  byCodePoints,
  pageCursor,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";

/** The number of records of a collection, and a digest of their keys and texts. */
export interface CollectionSum {
  collection: string;
  records: number;
  /** The first 16 hexadecimal digits of SHA-256. */
  digest: string;
}

/** The result of a comparison. */
export interface Comparison {
  /** The collections of the source, in order. */
  collections: CollectionSum[];
  /** The number of records that the target has not, has with another text, or has although the source has not. */
  differences: number;
}

/** Called after each record of the source. */
export type Progress = (kind: RecordKind, records: number) => void;

/** Returns the collection of a record: for a document, the first segment of its key. */
function collectionOf(kind: RecordKind, key: string): string {
  return kind === "document" ? (key.split("/", 1)[0] ?? "") : kind;
}

/** Sums records by collection. */
export function collectionSums() {
  const sums = new Map<string, { records: number; hash: ReturnType<typeof createHash> }>();
  return {
    add(kind: RecordKind, { key, text }: StoreRecord): void {
      const collection = collectionOf(kind, key);
      let sum = sums.get(collection);
      if (!sum) sums.set(collection, (sum = { records: 0, hash: createHash("sha256") }));
      sum.records++;
      sum.hash.update(`${key}\n${text}\n`);
    },
    list: (): CollectionSum[] =>
      [...sums].map(([collection, { records, hash }]) => ({
        collection,
        records,
        digest: hash.digest("hex").slice(0, 16),
      })),
  };
}

const changesAtOnce = 500;
const maxCharacters = 1_000_000;

/** Collects changes of a kind, and writes them in groups. */
function changeWriter(kind: RecordKind, target: Pick<StoreArchive, "write">) {
  let put: StoreRecord[] = [];
  let remove: string[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    if (put.length + remove.length > 0) await target.write(kind, { put, remove });
    [put, remove, characters] = [[], [], 0];
  }

  return {
    flush,
    put(record: StoreRecord): void {
      put.push(record);
      characters += record.text.length;
    },
    remove: (key: string) => void remove.push(key),
    isFull: () => put.length + remove.length >= changesAtOnce || characters >= maxCharacters,
  };
}

/**
 * Compares two archives record by record, in the order of their keys. With `write`, it also makes the target equal to the
 * source. It only writes what differs, so that a copy that was interrupted continues.
 */
export async function synchronize(
  source: ArchiveReader,
  target: StoreArchive,
  { write, progress = () => {} }: { write: boolean; progress?: Progress },
): Promise<Comparison> {
  const sums = collectionSums();
  let differences = 0;
  for (const kind of target.kinds) {
    const [wanted, present] = [pageCursor(source.read(kind)), pageCursor(target.read(kind))];
    const changes = changeWriter(kind, target);
    for (let records = 0; ;) {
      const filling = wanted.fill();
      if (filling) await filling;
      const other = present.fill();
      if (other) await other;
      const [ours, theirs] = [wanted.current(), present.current()];
      if (!ours && !theirs) break;
      const order = !ours ? 1 : !theirs ? -1 : byCodePoints(ours.key, theirs.key);
      if (order !== 0 || ours?.text !== theirs?.text) {
        differences++;
        if (ours && order <= 0) changes.put(ours);
        else if (theirs) changes.remove(theirs.key);
      }
      if (ours && order <= 0) {
        sums.add(kind, ours);
        wanted.next();
        progress(kind, ++records);
      }
      if (order >= 0) present.next();
      if (write && changes.isFull()) await changes.flush();
    }
    if (write) await changes.flush();
  }
  return { collections: sums.list(), differences };
}
