import type { Stored } from "../store/collection.ts";
import type { DocumentStore } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import type { ApiKeyDigests } from "./api-key-digests.ts";
import { type ApiKey, apiKeyDeletion, followEntry, keyDigests, keyOwners } from "./api-key.ts";

/** A key whose secret works. */
export interface UsableApiKey extends Stored<ApiKey> {
  /** Epoch milliseconds at which this secret stops working, or `null`. */
  endsAt: number | null;
}

// The time for a restart of all servers with a new pepper. Until then servers without it find the key by its older
// digest.
const movingMs = dayMs;

type DigestEntry = NonNullable<Awaited<ReturnType<typeof keyDigests.get>>>;

/** Stores a key under the digest for new keys. Called at the first use of the key under a new pepper. */
async function moveEntry(
  documents: DocumentStore,
  { entry, apiKey, newest }: { entry: DigestEntry; apiKey: ApiKey; newest: string },
  at: number,
): Promise<void> {
  try {
    const owner = await keyOwners.get(documents, { id: apiKey.id });
    if (!owner) return;
    const digests = [...new Set([newest, ...owner.value.digests])];
    const expiry = { expiresAt: apiKeyDeletion(apiKey) };
    await documents.commit([
      keyDigests.create({ digest: newest }, entry.value, expiry),
      keyDigests.replace(entry, entry.value, { expiresAt: at + movingMs }),
      keyOwners.replace(owner, { ...owner.value, digests }, expiry),
    ]);
  } catch {
    // The old entry still works, and the next look-up tries again.
  }
}

/** Returns when the secret of a generation stops working. */
function secretEnd(apiKey: ApiKey, generation: number): number | null {
  const { expiresAt, previousEndsAt } = apiKey;
  if (generation === apiKey.generation || previousEndsAt === null) return expiresAt;
  return Math.min(previousEndsAt, expiresAt ?? Infinity);
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
  let entry = await keyDigests.get(documents, { digest: newest });
  for (const digest of older) entry ??= await keyDigests.get(documents, { digest });
  if (!entry) return "unknown";
  const found = await followEntry(documents, entry.value);
  // The entries are deleted with the key. Until then the secret of a revoked key does not count as a guess.
  if (!found || found.value.revokedAt !== null) return "ended";
  const { generation, previousEndsAt } = found.value;
  const used = entry.value.generation;
  const works = used === generation || (used === generation - 1 && previousEndsAt !== null);
  if (!works) return "ended";
  if (entry.ids.digest !== newest) await moveEntry(documents, { entry, apiKey: found.value, newest }, at);
  return { ...found, endsAt: secretEnd(found.value, used) };
}
