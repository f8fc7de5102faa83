import type { BlobId, BlobRange, BlobStore } from "@tools-api/core/storage";
import { expect } from "vitest";
import { describeStore, type Subject, type SuiteOptions } from "./suite.ts";

const at = Date.parse("2026-11-29T05:59:59.000Z");
const minuteMs = 60_000;

/** Returns bytes that differ from position to position. */
function sample(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 256);
}

/** Yields bytes in views of one buffer that is used again. Throws at the end if `error` is given. */
async function* arriving(bytes: Uint8Array, error?: Error): AsyncGenerator<Uint8Array> {
  const size = 50_000;
  const buffer = new Uint8Array(size);
  for (let from = 0; from < bytes.length; from += size) {
    const chunk = bytes.subarray(from, from + size);
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
    buffer.fill(0);
  }
  if (error) throw error;
}

async function readBlob(store: BlobStore, blob: BlobId, range?: BlobRange): Promise<Buffer | null> {
  const content = await store.get(blob, range);
  if (!content) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Tests that a `BlobStore` keeps the contract of its port. Run it in a vitest file, once for each store.
 *
 * @example
 * ```ts
 * import { memoryBlobs } from "@tools-api/adapters/storage/memory";
 * import { describeBlobStore } from "@tools-api/adapters/testing";
 *
 * describeBlobStore({
 *   name: "memoryBlobs",
 *   async create() {
 *     const store = memoryBlobs();
 *     const same = async () => store;
 *     return { store, another: same, reopen: same, dispose: () => store.close() };
 *   },
 * });
 * ```
 */
export function describeBlobStore(options: SuiteOptions<Subject<BlobStore>>): void {
  describeStore(options, (guarantee) => {
    const blob: BlobId = { id: "file_0Aa-z", expiresAt: at };
    const bytes = sample(2_500_000);

    guarantee(
      "returns the bytes of a blob, whole and by range, on every handle",
      async ({ store, another }) => {
        expect(await store.put(blob, arriving(bytes))).toBe(bytes.length);
        const other = await another();
        expect(Buffer.compare((await readBlob(other, blob)) ?? Buffer.of(), bytes)).toBe(0);
        const ranges: [number, number][] = [
          [0, 1],
          [65_535, 65_537],
          [131_072, 196_608],
          [1_048_575, 2_097_153],
          [2_499_999, 9_000_000],
        ];
        for (const [start, end] of ranges) {
          const found = await readBlob(other, blob, { start, end });
          expect(Buffer.compare(found ?? Buffer.of(), bytes.subarray(start, end))).toBe(0);
        }
      },
    );

    guarantee("keeps a blob when it is opened again", async ({ store, reopen }) => {
      await store.put(blob, arriving(bytes.subarray(0, 10)));
      expect(await readBlob(await reopen(), blob)).toEqual(Buffer.from(bytes.subarray(0, 10)));
    });

    guarantee("stores a blob without bytes", async ({ store }) => {
      expect(await store.put(blob, arriving(sample(0)))).toBe(0);
      expect(await readBlob(store, blob)).toEqual(Buffer.alloc(0));
    });

    guarantee("erases a blob, and does nothing for one that is absent", async ({ store }) => {
      await store.put(blob, arriving(bytes));
      await store.delete(blob);
      await store.delete(blob);
      expect(await readBlob(store, blob)).toBeNull();
      expect(await store.listExpired(at, 10)).toEqual([]);
    });

    guarantee("keeps nothing of a content that throws, and throws its error", async ({ store }) => {
      const error = new Error("The client disconnected.");
      await expect(store.put(blob, arriving(bytes, error))).rejects.toBe(error);
      expect(await readBlob(store, blob)).toBeNull();
      expect(await store.listExpired(at, 10)).toEqual([]);
    });

    guarantee("shows a blob only when all its bytes are stored", async ({ store, another }) => {
      const other = await another();
      const found: (Buffer | null)[] = [];
      async function* watched() {
        for await (const chunk of arriving(bytes)) {
          yield chunk;
          found.push(await readBlob(other, blob));
        }
      }
      await store.put(blob, watched());
      expect(found.length).toBeGreaterThan(2);
      expect(found.every((part) => part === null)).toBe(true);
    });

    guarantee("lists expired blobs up to a limit, and no others", async ({ store }) => {
      const ids = ["a", "b", "c", "d"];
      const blobs = ids.map((id, index) => ({ id, expiresAt: at + index * minuteMs }));
      for (const each of blobs) await store.put(each, arriving(sample(10)));
      expect(await store.listExpired(at - 1, 10)).toEqual([]);
      const expired = await store.listExpired(at + 2 * minuteMs, 10);
      expect(expired.toSorted((a, b) => a.expiresAt - b.expiresAt)).toEqual(blobs.slice(0, 3));
      expect(await store.listExpired(at + 3 * minuteMs, 2)).toHaveLength(2);
    });

    guarantee("refuses an id that could name something else", async ({ store }) => {
      for (const id of ["", "../secret", "a:b", "a/b", "x".repeat(65)])
        await expect(store.get({ id, expiresAt: at })).rejects.toMatchObject({ code: "invalid_parameter" });
    });
  });
}
