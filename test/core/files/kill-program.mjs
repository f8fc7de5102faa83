// Runs an operation on stored files under rotated secrets, and kills its own process at a write.
import { createHash } from "node:crypto";
import process from "node:process";
import { folderBlobs } from "@tools-api/adapters/storage/folder";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { deleteFile, findFileLink, getFile, storeFile, sweepFiles } from "@tools-api/core/files";
import { encryptedBlobs } from "@tools-api/core/storage";

/** @type {import("./kill-rounds.ts").Task} */
const { database, folder, secrets, operation, account, file, token, at, write, moment } = JSON.parse(
  process.argv[2] ?? "",
);

let writes = 0;

function die() {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

/** Does the next write, and ends the process at a moment of the wanted one. */
async function counted(work) {
  writes += 1;
  if (writes !== write) return work();
  if (moment === "before") return die();
  const working = work();
  if (moment === "during") return die();
  await working;
  return die();
}

const plain = sqliteDocuments({ database: await openSqlite(database) });
const documents = { ...plain, commit: (operations) => counted(() => plain.commit(operations)) };
const disk = folderBlobs({ path: folder });
const blobs = encryptedBlobs({
  blobs: {
    ...disk,
    put: (blob, content) => counted(() => disk.put(blob, content)),
    delete: (blob) => counted(() => disk.delete(blob)),
  },
  secrets,
});
const stores = { documents, blobs };

/** Yields three chunks, each a write. */
async function* chunks() {
  for (const byte of [1, 2, 3]) {
    await counted(async () => {});
    yield new Uint8Array(100_000).fill(byte);
  }
}

const store = (content, link) =>
  storeFile(stores, account, content, {
    name: null,
    mediaType: "application/octet-stream",
    expiresIn: 3600,
    at,
    accountBytes: 1e9,
    sha256: createHash("sha256"),
    link,
    isAllowed: async () => true,
  });

const operations = {
  upload: () => store(chunks()),
  "upload by a link": async () => store(chunks(), await findFileLink(documents, token, at)),
  /** Reads a file and stores the result of a tool. */
  async use() {
    const content = await blobs.get(await getFile(documents, { account, id: file }, at));
    await store(content);
  },
  deletion: () => deleteFile(stores, { account, id: file }, at),
  expiry: () => sweepFiles(stores, at + 7_200_000),
};

await operations[operation]();
process.stdout.write(String(writes));
process.exit(0);
