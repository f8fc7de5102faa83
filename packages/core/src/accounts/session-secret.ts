import { z } from "zod";
import type { DocumentStore } from "../storage.ts";
import { type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { newToken } from "./token.ts";

const Secret = z.object({ secret: z.string() });

const key = "settings/session-secret";

/**
 * The secret that this installation signs and wraps with: the configured one, else one that is made once and kept in
 * the store, so that all processes on the store agree on it. To be used through HKDF or HMAC with a label of its own
 * for each purpose.
 */
export async function sessionSecret(
  documents: DocumentStore,
  configured?: string,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<string> {
  if (configured !== undefined) return configured;
  for (;;) {
    const document = await documents.get(key);
    if (document) return Secret.parse(document.value).secret;
    const secret = newToken(randomBytes);
    const result = await documents.commit([{ key, value: { secret }, ifAbsent: true }]);
    if (result.committed) return secret;
  }
}
