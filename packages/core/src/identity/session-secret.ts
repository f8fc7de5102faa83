import { z } from "zod";
import type { DocumentStore } from "../storage.ts";
import { type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { newToken } from "./token.ts";

const Secret = z.object({ secret: z.string() });

const key = "settings/session-secret";

/**
 * Returns the secret that this installation signs and encrypts with: the configured one, otherwise one that is
 * generated once and stored, so all processes share it. Use it only through HKDF or HMAC, with a separate label for
 * each purpose.
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
