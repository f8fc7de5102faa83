import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderBlobs } from "@tools-api/adapters/storage/folder";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import {
  createFileLink,
  type FileStores,
  getFileTotals,
  listFiles,
  storeFile,
  sweepFiles,
} from "@tools-api/core/files";
import { encryptedBlobs } from "@tools-api/core/storage";

/** The operations of the program. */
export const operations = ["upload", "upload by a link", "use", "deletion", "expiry"] as const;

/** The moment of a write at which a process ends: before it, while it runs, or after it. */
export const moments = ["before", "during", "after"] as const;

/** The end of a process at a write of an operation. */
export interface Death {
  operation: (typeof operations)[number];
  /** The number of the write; 0 for none. */
  write: number;
  moment: (typeof moments)[number];
}

/** The argument of the program. */
export interface Task extends Death {
  database: string;
  folder: string;
  /** The newest first. */
  secrets: readonly string[];
  account: string;
  file: string;
  token: string;
  at: number;
}

const program = fileURLToPath(new URL("kill-program.mjs", import.meta.url));
const account = "acct_4fJdR2rT9wXbK7mPq1sVzA";
const [earlier = "", rotated = "", newest = ""] = ["earlier", "rotated", "newest"].map((name) =>
  name.padEnd(32, "-"),
);

async function* onlyChunk(bytes: Uint8Array) {
  yield bytes;
}

/** Runs the program. Resolves with the number of its writes, or `null` if it was killed. */
async function run(task: Task): Promise<number | null> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (code, signal) => resolve([code, signal])),
  );
  if (signal === "SIGKILL") return null;
  assert.equal(code, 0);
  return Number(output);
}

/** Requires that every listed file has the bytes of its digest, and that the totals count those files. */
async function requireWhole({ documents, blobs }: FileStores, at: number): Promise<Set<string>> {
  const listed = await listFiles(documents, account, { limit: 100, at });
  let bytes = 0;
  for (const file of listed) {
    const content = await blobs.get(file);
    assert.ok(content, `${file.id} has no bytes`);
    const sha256 = createHash("sha256");
    for await (const chunk of content) sha256.update(chunk);
    assert.equal(sha256.digest("hex"), file.sha256);
    bytes += file.bytes;
  }
  assert.deepEqual(await getFileTotals(documents, account), { files: listed.length, bytes });
  return new Set(listed.map(({ id }) => id));
}

/**
 * Ends a process by kill -9 at a write of an operation, after the secrets were rotated. Then they are rotated again: what was
 * acknowledged reads whole, nothing half-written is listed, and the sweep after the last expiry leaves no byte. Resolves
 * with the number of writes of an operation that was not killed.
 */
export async function killAt(death: Death): Promise<number | null> {
  const place = await mkdtemp(join(tmpdir(), "tools-api-file-kill-"));
  const [database, folder] = [join(place, "database"), join(place, "files")];
  const at = Date.now();
  try {
    const documents = sqliteDocuments({ database: await openSqlite(database) });
    const disk = folderBlobs({ path: folder });
    const terms = { name: null, mediaType: "image/png", at, accountBytes: 1e9, isAllowed: async () => true };
    const before = { documents, blobs: encryptedBlobs({ blobs: disk, secrets: [earlier] }) };
    const store = (fill: number, expiresIn: number) =>
      storeFile(before, account, onlyChunk(new Uint8Array(200_000).fill(fill)), {
        ...terms,
        expiresIn,
        sha256: createHash("sha256"),
      });
    const [kept, file] = [await store(7, 86_400), await store(8, 3600)];
    const caller = { credential: "key_1", fences: [] };
    const token = await createFileLink(documents, account, {
      ...caller,
      use: { name: null, expiresIn: 3600 },
      at,
    });
    const secrets = [rotated, earlier];
    const writes = await run({ ...death, database, folder, secrets, account, file: file.id, token, at });

    const after = { documents, blobs: encryptedBlobs({ blobs: disk, secrets: [newest, rotated, earlier] }) };
    // An expired file is listed at no time, whether its bytes are erased or not.
    const isExpiry = death.operation === "expiry";
    if (isExpiry) await sweepFiles(after, at + 7_200_000);
    const listed = await requireWhole(after, isExpiry ? at + 7_200_000 : at);
    assert.ok(listed.has(kept.id));
    if (!isExpiry && death.operation !== "deletion") assert.ok(listed.has(file.id));
    if (writes !== null && death.operation !== "deletion" && !isExpiry) assert.equal(listed.size, 3);
    if (writes !== null && death.operation === "deletion") assert.ok(!listed.has(file.id));

    // A minute after the last file expires.
    await sweepFiles(after, at + 86_460_000);
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    assert.deepEqual(
      left.filter((entry) => entry.isFile()).map(({ name }) => name),
      [],
    );
    assert.deepEqual(await getFileTotals(documents, account), { files: 0, bytes: 0 });
    await documents.close();
    return writes;
  } catch (error) {
    throw new Error(`${death.operation}, ${death.moment} write ${death.write}: ${String(error)}`, {
      cause: error,
    });
  } finally {
    await rm(place, { recursive: true });
  }
}
