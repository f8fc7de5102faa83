import { ToolsError } from "../errors.ts";
import type { BlobId, BlobRange, BlobStore } from "./blobs.ts";
import { deriveKey } from "./derive-key.ts";
import { type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { hexadecimal } from "./token.ts";

// The layout of a stored blob: this version, the fingerprint of the secret, a salt, and the sealed chunks.
const version = 1;
const fingerprintBytes = 8;
const saltBytes = 16;
const headerBytes = 1 + fingerprintBytes + saltBytes;

const chunkBytes = 65_536;
const tagBytes = 16;
const sealedBytes = chunkBytes + tagBytes;

// Web Crypto does not accept views of shared memory.
type Bytes = Uint8Array<ArrayBuffer>;

function unreadable(message: string, cause?: unknown): ToolsError {
  return new ToolsError("storage_unavailable", `The content of a file cannot be decrypted: ${message}.`, {
    cause,
  });
}

function noSecret(): ToolsError {
  return new ToolsError("invalid_parameter", "secrets: expected at least one secret, received none");
}

/** Returns the first bytes of a digest of a secret, which reveal nothing about the keys that are derived from it. */
async function fingerprint(secret: string): Promise<Bytes> {
  return new Uint8Array(await deriveKey(secret, "content fingerprint")).subarray(0, fingerprintBytes);
}

/** Returns the key of one blob. Attack: another blob in its place has another id, so it does not decrypt. */
async function blobKey(secret: string, { id }: BlobId, salt: Bytes): Promise<CryptoKey> {
  const bytes = new Uint8Array(await deriveKey(secret, `content ${id} ${hexadecimal(salt.slice().buffer)}`));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/**
 * Returns the parameters of a chunk: its number, and whether it is the last one (the STREAM construction of Hoang,
 * Reyhanitabar, Rogaway and Vizár). Attack: chunks that are dropped, repeated or in another order do not decrypt.
 */
function chunkTerms(index: number, isLast: boolean): { name: "AES-GCM"; iv: Bytes } {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(7, index);
  iv[11] = isLast ? 1 : 0;
  return { name: "AES-GCM", iv };
}

/** Yields the bytes in chunks of a size, and the rest last. Yields at least one chunk, which can be empty. */
async function* inChunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Bytes; isLast: boolean }> {
  let chunk = new Uint8Array(size);
  let length = 0;
  for await (const bytes of content) {
    for (let from = 0; from < bytes.length;) {
      // A full chunk is the last one unless more bytes follow.
      if (length === size) {
        yield { chunk, isLast: false };
        chunk = new Uint8Array(size);
        length = 0;
      }
      const taken = bytes.subarray(from, from + size - length);
      chunk.set(taken, length);
      length += taken.length;
      from += taken.length;
    }
  }
  yield { chunk: chunk.subarray(0, length), isLast: true };
}

/** Yields the header and the sealed chunks of a content. `onBytes` receives the size of each chunk. */
async function* sealed(
  { secret, blob, salt }: { secret: string; blob: BlobId; salt: Bytes },
  content: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const key = await blobKey(secret, blob, salt);
  const header = new Uint8Array(headerBytes);
  header[0] = version;
  header.set(await fingerprint(secret), 1);
  header.set(salt, 1 + fingerprintBytes);
  yield header;
  let index = 0;
  for await (const { chunk, isLast } of inChunks(content, chunkBytes)) {
    onBytes(chunk.length);
    yield new Uint8Array(await crypto.subtle.encrypt(chunkTerms(index++, isLast), key, chunk));
  }
}

/** Yields the bytes of a range from the sealed chunks that have it. `first` is the number of the first chunk. */
async function* opened(
  stored: AsyncIterable<Uint8Array>,
  key: CryptoKey,
  { first, start, end }: BlobRange & { first: number },
): AsyncGenerator<Uint8Array> {
  let index = first;
  for await (const { chunk, isLast } of inChunks(stored, sealedBytes)) {
    const from = index * chunkBytes;
    // One byte of the next chunk was read, to learn whether there is one.
    if (from >= end && index > first) return;
    let bytes: Bytes;
    try {
      bytes = new Uint8Array(await crypto.subtle.decrypt(chunkTerms(index, isLast), key, chunk));
    } catch (cause) {
      throw unreadable("it was changed or is incomplete", cause);
    }
    const wanted = bytes.subarray(Math.max(0, start - from), Math.max(0, end - from));
    if (wanted.length > 0) yield wanted;
    index++;
  }
}

async function readHeader(stored: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const { value } = await inChunks(stored, headerBytes).next();
  const header = value?.chunk as Bytes | undefined;
  if (header?.length !== headerBytes || header[0] !== version)
    throw unreadable("it has another format, perhaps that of a newer release");
  return header;
}

/**
 * Returns a store that keeps its blobs encrypted in another one, by AES-256-GCM in chunks of 64 kB. Each blob has a key of
 * its own. A reader of the other store learns the sizes and the instants at which blobs expire. A blob that was changed,
 * shortened or exchanged is not read: the stream throws `storage_unavailable` instead of the first wrong byte.
 *
 * @param options.secrets At least one secret with 256 random bits, the newest first. New blobs use the first one. Keep an
 *   earlier one until the last blob under it has expired. A function is called for each blob.
 * @throws ToolsError `invalid_parameter` without a secret.
 *
 * @example
 * ```ts
 * import { memoryBlobs } from "@tools-api/adapters/storage/memory";
 * import { encryptedBlobs } from "@tools-api/core/storage";
 *
 * const blobs = encryptedBlobs({ blobs: memoryBlobs(), secrets: ["an output of openssl rand -base64 32"] });
 * const blob = { id: "file_1", expiresAt: Date.now() + 3_600_000 };
 * async function* content() {
 *   yield new TextEncoder().encode("Hello");
 * }
 * console.log(await blobs.put(blob, content())); // 5
 * ```
 */
export function encryptedBlobs({
  blobs,
  secrets,
  randomBytes = secureRandomBytes,
}: {
  blobs: BlobStore;
  secrets: readonly string[] | (() => Promise<readonly string[]>);
  randomBytes?: RandomBytes;
}): BlobStore {
  if (typeof secrets !== "function" && secrets.length === 0) throw noSecret();
  const readSecrets = async () => (typeof secrets === "function" ? secrets() : secrets);

  async function findSecret(header: Bytes): Promise<string> {
    const wanted = hexadecimal(header.slice(1, 1 + fingerprintBytes).buffer);
    for (const secret of await readSecrets())
      if (hexadecimal((await fingerprint(secret)).slice().buffer) === wanted) return secret;
    throw unreadable("its secret is not among the secrets of this server");
  }

  return {
    capabilities: blobs.capabilities,
    async put(blob, content) {
      let length = 0;
      const [newest] = await readSecrets();
      if (newest === undefined) throw noSecret();
      const salt = new Uint8Array(randomBytes(saltBytes));
      await blobs.put(
        blob,
        sealed({ secret: newest, blob, salt }, content, (bytes) => {
          length += bytes;
        }),
      );
      return length;
    },
    async get(blob, { start, end } = { start: 0, end: Infinity }) {
      const stored = await blobs.get(blob, { start: 0, end: headerBytes });
      if (!stored) return null;
      const header = await readHeader(stored);
      const key = await blobKey(await findSecret(header), blob, header.slice(1 + fingerprintBytes));
      const first = Math.floor(start / chunkBytes);
      const content = await blobs.get(blob, {
        start: headerBytes + first * sealedBytes,
        end: headerBytes + Math.ceil(end / chunkBytes) * sealedBytes + 1,
      });
      return content && opened(content, key, { first, start, end });
    },
    delete: (blob) => blobs.delete(blob),
    listExpired: (at, limit) => blobs.listExpired(at, limit),
    close: () => blobs.close(),
  };
}
