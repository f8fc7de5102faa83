import { z } from "zod";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import type { DocumentStore } from "../store/storage.ts";
import { type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { newToken } from "../store/token.ts";

const Secret = z.object({ secret: z.string() });
const secrets = collection("settings/session-secret", Secret);
const contentSecrets = collection("settings/content-secret", Secret);

/** Returns a secret that is generated once and stored, so that all processes share it. */
async function storedSecret(
  documents: DocumentStore,
  stored: typeof secrets,
  randomBytes: RandomBytes,
): Promise<string> {
  return transact({ documents }, async () => {
    const found = await stored.get(documents, {});
    if (found) return { operations: [], result: found.value.secret };
    const secret = newToken(randomBytes);
    return { operations: [stored.create({}, { secret })], result: secret };
  });
}

/** Returns the secret under which this installation encrypts files, unless its settings have one. */
export function contentSecret(documents: DocumentStore): Promise<string> {
  return storedSecret(documents, contentSecrets, secureRandomBytes);
}

/**
 * Returns the secret that this installation signs and encrypts with: the configured one, otherwise one that is
 * generated once and stored, so all processes share it. Use it only through HKDF or HMAC, with a separate label for
 * each purpose.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const secret = await sessionSecret(documents);
 * console.log(secret === (await sessionSecret(documents))); // true
 * ```
 */
export async function sessionSecret(
  documents: DocumentStore,
  configured?: string,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<string> {
  return configured ?? storedSecret(documents, secrets, randomBytes);
}
