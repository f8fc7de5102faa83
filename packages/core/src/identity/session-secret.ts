import { z } from "zod";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import type { DocumentStore } from "../store/storage.ts";
import { type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { newToken } from "../store/token.ts";

const secrets = collection("settings/session-secret", z.object({ secret: z.string() }));

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
  if (configured !== undefined) return configured;
  return transact({ documents }, async () => {
    const found = await secrets.get(documents, {});
    if (found) return { operations: [], result: found.value.secret };
    const secret = newToken(randomBytes);
    return { operations: [secrets.create({}, { secret })], result: secret };
  });
}
