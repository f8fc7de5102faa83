/**
 * The forms in which an API key may be kept. None of them leads back to the key: SHA-256, or with a pepper
 * HMAC-SHA-256 under it, so that who has read the store cannot even tell whether a key found elsewhere is in it.
 */
export interface ApiKeyDigests {
  /**
   * @param sha256 Of the key, in hexadecimal.
   * @returns The digest under which keys are kept, and behind it those under which older ones may be.
   */
  of(sha256: string): Promise<readonly [string, ...string[]]>;
}

const encoder = new TextEncoder();

function hexadecimal(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 over the ASCII of a key, in hexadecimal. */
export async function apiKeySha256(key: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", encoder.encode(key)));
}

const hmac = { name: "HMAC", hash: "SHA-256" };

/**
 * Digests under peppers, secrets that are kept outside the store.
 *
 * @param peppers The one for new keys first, behind it those of older keys. Without any: plain SHA-256, by which keys
 * from before the first pepper are found in either case.
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

/** Plain SHA-256. */
export const plainDigests = apiKeyDigests();
