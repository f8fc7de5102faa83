import { hexadecimal } from "../store/token.ts";

/**
 * The digests under which API keys are stored. A digest is SHA-256, or with a pepper HMAC-SHA-256. With a pepper, a
 * reader of the store cannot even check whether a key found elsewhere is in it.
 */
export interface ApiKeyDigests {
  /**
   * @param sha256 SHA-256 of the key in hexadecimal.
   * @returns The digest for new keys, followed by the digests under which older keys may be stored.
   */
  of(sha256: string): Promise<readonly [string, ...string[]]>;
}

const encoder = new TextEncoder();

const hmac = { name: "HMAC", hash: "SHA-256" };

/**
 * Creates digests that use peppers, which are secrets kept outside the store.
 *
 * @param peppers The pepper for new keys, followed by older peppers. Plain SHA-256 is always the last digest, so keys
 *   from before the first pepper are still found. Without peppers it is the only one.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { apiKeyDigests, createApiKey } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const digests = apiKeyDigests(["a secret of at least 32 characters"]);
 * const { secret } = await createApiKey(documents, "acct_1", {}, { at: Date.now(), digests });
 * console.log(secret.startsWith("tk_live_")); // true
 * ```
 */
export function apiKeyDigests(peppers: readonly string[] = []): ApiKeyDigests {
  const signing = peppers.map((pepper) =>
    crypto.subtle.importKey("raw", encoder.encode(pepper), hmac, false, ["sign"]),
  );
  return {
    async of(sha256) {
      const signed = await Promise.all(
        signing.map(async (key) =>
          hexadecimal(await crypto.subtle.sign("HMAC", await key, encoder.encode(sha256))),
        ),
      );
      const [newest, ...older] = [...signed, sha256];
      return newest === undefined ? [sha256] : [newest, ...older];
    },
  };
}

export const plainDigests = apiKeyDigests();
