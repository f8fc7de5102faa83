import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderBlobs } from "@tools-api/adapters/storage/folder";
import { memoryBlobs } from "@tools-api/adapters/storage/memory";
import { unstorageBlobs } from "@tools-api/adapters/storage/unstorage";
import { describeBlobStore } from "@tools-api/adapters/testing";
import type { ToolsError } from "@tools-api/core";
import { type BlobStore, encryptedBlobs } from "@tools-api/core/storage";
import { createStorage, type Driver } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { describe, expect, it } from "vitest";

const secrets = ["the newest secret of a test ............", "an earlier secret of a test ............"];
const blob = { id: "file_1", expiresAt: Date.parse("2026-11-29T06:00:00Z") };

function inMemory(wrap: (blobs: BlobStore) => BlobStore) {
  const store = wrap(memoryBlobs());
  const same = async () => store;
  return { store, another: same, reopen: same, dispose: () => store.close() };
}

async function inFolder(open: (path: string) => BlobStore) {
  const path = await mkdtemp(join(tmpdir(), "tools-api-blobs-"));
  const again = async () => open(path);
  const dispose = () => rm(path, { recursive: true });
  return { store: open(path), another: again, reopen: again, dispose };
}

describeBlobStore({ name: "memoryBlobs", create: async () => inMemory((blobs) => blobs) });
describeBlobStore({ name: "folderBlobs", create: () => inFolder((path) => folderBlobs({ path })) });
describeBlobStore({
  name: "unstorageBlobs",
  create: () =>
    inFolder((base) => unstorageBlobs({ storage: createStorage({ driver: fsDriver({ base }) }) })),
});
describeBlobStore({
  name: "encryptedBlobs",
  create: () => inFolder((path) => encryptedBlobs({ blobs: folderBlobs({ path }), secrets })),
});

async function* textOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function textIn(content: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (!content) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("a store whose process ends during a write", () => {
  it("lists what a folder has of the blob once it expires, erases it, and shows nothing of it", async () => {
    const { store, another, dispose } = await inFolder((path) => folderBlobs({ path }));
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let stop = (): void => {};
    async function* stalled() {
      yield new Uint8Array(100_000);
      arrive();
      // The process would be killed here.
      await new Promise<void>((resolve) => (stop = resolve));
      throw new Error("stopped");
    }
    const put = store.put(blob, stalled());
    await arrived;
    const later = await another();
    expect(await later.get(blob)).toBeNull();
    expect(await later.listExpired(blob.expiresAt - 1, 10)).toEqual([]);
    expect(await later.listExpired(blob.expiresAt, 10)).toEqual([blob]);
    await later.delete(blob);
    expect(await later.listExpired(blob.expiresAt, 10)).toEqual([]);
    stop();
    await expect(put).rejects.toThrow("stopped");
    await dispose();
  });

  it("shows nothing after each write of unstorage but the last, and lists the items once they expire", async () => {
    for (let survived = 0; survived <= 4; survived++) {
      const items = new Map<string, unknown>();
      let writes = 0;
      const killed = () => {
        throw new Error("killed");
      };
      const driver = (isKilled: () => boolean): Driver => ({
        name: "test",
        hasItem: (key) => items.has(key),
        getItem: () => null,
        getItemRaw: (key: string) => items.get(key) ?? null,
        setItemRaw: (key: string, value: unknown) => {
          if (isKilled()) killed();
          writes++;
          items.set(key, value);
        },
        removeItem: (key) => (isKilled() ? killed() : void items.delete(key)),
        getKeys: () => [...items.keys()],
      });
      const open = (isKilled: () => boolean) =>
        unstorageBlobs({ storage: createStorage({ driver: driver(isKilled) }) });
      const put = open(() => writes >= survived).put(blob, textOf("x".repeat(2_500_000)));
      const later = open(() => false);
      // Three items and the last one.
      const outcome = await put.then(
        (length) => length,
        (error: unknown) => (error as ToolsError).code,
      );
      expect(outcome).toBe(survived < 4 ? "storage_unavailable" : 2_500_000);
      expect((await later.get(blob)) === null).toBe(survived < 4);
      expect(await later.listExpired(blob.expiresAt, 10)).toHaveLength(survived === 0 ? 0 : 1);
      await later.delete(blob);
      expect(items.size).toBe(0);
    }
  });
});

it("erases every item of a blob on a driver that lists the first items of the bucket only, as that of S3 does", async () => {
  const items = new Map<string, unknown>();
  const driver: Driver = {
    name: "s3",
    hasItem: (key) => items.has(key),
    getItem: () => null,
    getItemRaw: (key: string) => items.get(key) ?? null,
    setItemRaw: (key: string, value: unknown) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    getKeys: () => [...items.keys()].toSorted().slice(0, 3),
  };
  const blobs = unstorageBlobs({ storage: createStorage({ driver }) });
  const later = { id: "file_2", expiresAt: blob.expiresAt + 86_400_000 };
  await blobs.put(blob, textOf("x".repeat(2_500_000)));
  const before = items.size;
  await blobs.put(later, textOf("x".repeat(2_500_000)));
  await blobs.delete(later);
  expect(items.size).toBe(before);
});

describe("encryptedBlobs", () => {
  it("reads blobs under an earlier secret, and refuses those under a secret that it lacks", async () => {
    const blobs = memoryBlobs();
    await encryptedBlobs({ blobs, secrets: secrets.slice(1) }).put(blob, textOf("Hello"));
    expect(await textIn(await encryptedBlobs({ blobs, secrets }).get(blob))).toBe("Hello");
    const without = encryptedBlobs({ blobs, secrets: secrets.slice(0, 1) });
    await expect(without.get(blob)).rejects.toMatchObject({ code: "storage_unavailable" });
  });

  it("stores no byte of the content and no secret", async () => {
    const blobs = memoryBlobs();
    await encryptedBlobs({ blobs, secrets }).put(blob, textOf("a marker in the content"));
    const stored = await textIn(await blobs.get(blob));
    expect(stored).not.toContain("marker");
    expect(stored).not.toContain("secret");
  });

  it("refuses a blob that was changed, shortened, extended or put in the place of another", async () => {
    const plain = memoryBlobs();
    const store = encryptedBlobs({ blobs: plain, secrets });
    await store.put(blob, textOf("x".repeat(200_000)));
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await plain.get(blob)) ?? []) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100);
    const [header, sealed] = [25, 65_552];
    const forged = [
      flipped,
      bytes.subarray(0, header + 2 * sealed),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.of(0)]),
      Buffer.concat([bytes.subarray(0, header), bytes.subarray(header + sealed)]),
    ];
    async function* once(content: Uint8Array) {
      yield content;
    }
    const read = async (id: string) => textIn(await store.get({ ...blob, id }));
    for (const [index, content] of forged.entries()) {
      await plain.put(blob, once(content));
      await expect(read(blob.id), `forged ${index}`).rejects.toMatchObject({ code: "storage_unavailable" });
    }
    await plain.put({ ...blob, id: "file_2" }, once(bytes));
    await expect(read("file_2")).rejects.toMatchObject({ code: "storage_unavailable" });
  });
});

it("folderBlobs removes the folders of hours that are over and empty", async () => {
  const path = await mkdtemp(join(tmpdir(), "tools-api-blobs-"));
  const store = folderBlobs({ path });
  await store.put(blob, textOf("Hello"));
  await store.delete(blob);
  await store.listExpired(blob.expiresAt + 3 * 3_600_000, 10);
  expect(await readdir(path)).toEqual(["unfinished"]);
  await rm(path, { recursive: true });
});
