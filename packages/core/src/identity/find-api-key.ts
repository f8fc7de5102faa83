import type { DocumentStore, StoredDocument } from "../storage.ts";
import type { ApiKeyDigests } from "./api-key-digests.ts";
import {
  ApiKeyEntry,
  ApiKeyOwner,
  type ApiKeyRevision,
  digestKey,
  followEntry,
  ownerKey,
} from "./api-key.ts";
import { apiKeyWrite } from "./count-api-keys.ts";

/** A key whose secret works. */
export interface UsableApiKey extends ApiKeyRevision {
  /** Epoch milliseconds at which this secret stops working, or `null`. */
  endsAt: number | null;
}

// The time for a restart of all servers with a new pepper. Until then servers without it find the key by its older
// digest.
const movingMs = 86_400_000;

/** Stores a key under the digest for new keys. Called at the first use of the key under a new pepper. */
async function moveEntry(
  documents: DocumentStore,
  { key, value, version }: StoredDocument,
  { apiKey }: ApiKeyRevision,
  newest: string,
  at: number,
): Promise<void> {
  try {
    const owner = await documents.get(ownerKey(apiKey.id));
    if (!owner) return;
    const listed = ApiKeyOwner.parse(owner.value);
    const digests = [...new Set([newest, ...listed.digests])];
    const { expiresAt } = apiKeyWrite(apiKey);
    const expiry = expiresAt !== undefined && { expiresAt };
    await documents.commit([
      { key: digestKey(newest), value, ifAbsent: true, ...expiry },
      { key, value, ifVersion: version, expiresAt: at + movingMs },
      { key: owner.key, value: { ...listed, digests }, ifVersion: owner.version, ...expiry },
    ]);
  } catch {
    // The old entry still works, and the next look-up tries again.
  }
}

function endOf({ apiKey }: ApiKeyRevision, generation: number): number | null {
  const ends = apiKey.expiresAt === null ? null : Date.parse(apiKey.expiresAt);
  if (generation === apiKey.generation || apiKey.previousEndsAt === null) return ends;
  return Math.min(Date.parse(apiKey.previousEndsAt), ends ?? Infinity);
}

/**
 * Looks up a key by the SHA-256 of its secret, in hexadecimal. Returns `"unknown"` if there was never such a key.
 * Returns `"ended"` if it was revoked or its secret was rotated out. The caller checks `endsAt`, because it may cache
 * the result.
 */
export async function findApiKey(
  documents: DocumentStore,
  digests: ApiKeyDigests,
  sha256: string,
  at: number,
): Promise<UsableApiKey | "unknown" | "ended"> {
  const [newest, ...older] = await digests.of(sha256);
  let document = await documents.get(digestKey(newest));
  for (const digest of older) {
    if (document) break;
    document = await documents.get(digestKey(digest));
  }
  if (!document) return "unknown";
  const entry = ApiKeyEntry.parse(document.value);
  const found = await followEntry(documents, entry);
  // The entries are deleted with the key. Until then the secret of a revoked key does not count as a guess.
  if (!found || found.apiKey.revokedAt !== null) return "ended";
  const { generation, previousEndsAt } = found.apiKey;
  const works =
    entry.generation === generation || (entry.generation === generation - 1 && previousEndsAt !== null);
  if (works && document.key !== digestKey(newest)) await moveEntry(documents, document, found, newest, at);
  return works ? { ...found, endsAt: endOf(found, entry.generation) } : "ended";
}
