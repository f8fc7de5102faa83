import { type Clock, type DocumentStore, systemClock } from "@tools-api/core";
import type { SigningKey } from "@tools-api/core/oauth";
import { deriveKey, nextSigningKeyFrom, readKeyRing, replaceKeys, unretired } from "@tools-api/core/internal";
import {
  calculateJwkThumbprint,
  CompactEncrypt,
  compactDecrypt,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";

/** The only algorithm of our access tokens (RFC 7518 §3.4). */
export const signingAlgorithm = "ES256";

/** The options for creating and storing signing keys. */
export interface SigningKeysOptions {
  documents: DocumentStore;
  /** Returns the secret that encrypts the private keys in the store: `sessionSecret` of core. */
  secret: () => Promise<string>;
  clock?: Clock;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const purpose = "signing keys";

/**
 * Creates a key. Its private part is a JWE (RFC 7516) of the JWK, so read access to the store does not allow signing.
 */
async function newSigningKey(secret: () => Promise<string>, signsFrom: number): Promise<SigningKey> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const plaintext = encoder.encode(JSON.stringify(await exportJWK(pair.privateKey)));
  const privateKey = await new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid })
    .encrypt(await deriveKey(await secret(), purpose));
  return {
    kid,
    publicKey: { ...publicKey, kty: "EC", kid, alg: signingAlgorithm, use: "sig" },
    privateKey,
    signsFrom,
  };
}

/** Decrypts the private key. Returns `null` if it was encrypted with a secret that is no longer configured. */
async function unwrapped(key: SigningKey, secret: () => Promise<string>): Promise<CryptoKey | null> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      key.privateKey,
      await deriveKey(await secret(), purpose),
      {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      },
    );
    if (protectedHeader.kid !== key.kid) return null;
    const imported = await importJWK(JSON.parse(decoder.decode(plaintext)), signingAlgorithm);
    return imported instanceof Uint8Array ? null : imported;
  } catch (error) {
    // Only a failed decryption returns `null`. A store that does not respond is an error.
    if (error instanceof Error && "code" in error && error.code === "ERR_JWE_DECRYPTION_FAILED") return null;
    throw error;
  }
}

/** The key that signs now. */
export interface Signer {
  kid: string;
  privateKey: CryptoKey;
}

function bySigning(a: SigningKey, b: SigningKey): number {
  return a.signsFrom - b.signsFrom;
}

/**
 * Returns a function that finds the key that signs. The function also creates the first key, creates the next one when
 * it is due, and removes keys whose last token has expired. Each signer does this with a conditional write, so no
 * process needs a timer.
 */
export function currentSigner({
  documents,
  secret,
  clock = systemClock,
}: SigningKeysOptions): () => Promise<Signer> {
  const opened = new Map<string, CryptoKey>();

  async function open(key: SigningKey): Promise<CryptoKey | null> {
    const privateKey = opened.get(key.kid) ?? (await unwrapped(key, secret));
    if (privateKey) opened.set(key.kid, privateKey);
    return privateKey;
  }

  async function findSigner(keys: readonly SigningKey[], now: number): Promise<Signer | null> {
    for (const key of keys.toReversed()) {
      const privateKey = key.signsFrom <= now ? await open(key) : null;
      if (privateKey) return { kid: key.kid, privateKey };
    }
    return null;
  }

  return async () => {
    for (;;) {
      const ring = await readKeyRing(documents);
      const now = clock.now();
      const keys = unretired(ring.keys, now);
      const signer = await findSigner(keys, now);
      const from = signer ? nextSigningKeyFrom(keys, now) : now;
      if (signer && from === null && keys.length === ring.keys.length) return signer;
      if (from !== null) keys.push(await newSigningKey(secret, from));
      if ((await replaceKeys(documents, ring, keys.toSorted(bySigning))) && signer) return signer;
    }
  };
}

/**
 * Creates a new signing key ahead of schedule. Without `atOnce`, the key is published now and signs in ten minutes. By
 * then, every verifier that follows the key set's `max-age` has loaded it. Live tokens stay valid. With `atOnce`, for a
 * key that may have leaked, all other keys are removed, and the next call with a token that they signed is refused.
 *
 * @returns The id of the new key, and the instant from which it signs, in epoch milliseconds.
 *
 * @example
 * ```ts
 * import { rotateSigningKeys } from "@tools-api/adapters/auth/access-token";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { kid } = await rotateSigningKeys({ documents, secret: () => sessionSecret(documents) });
 * console.log(kid.length); // 43
 * ```
 */
export async function rotateSigningKeys(
  { documents, secret, clock = systemClock }: SigningKeysOptions,
  { atOnce = false }: { atOnce?: boolean } = {},
): Promise<{ kid: string; signsFrom: number }> {
  for (;;) {
    const ring = await readKeyRing(documents);
    const now = clock.now();
    const signsFrom = atOnce || ring.keys.length === 0 ? now : now + 600_000;
    const key = await newSigningKey(secret, signsFrom);
    const kept = atOnce ? [] : unretired(ring.keys, now).filter((old) => old.signsFrom <= now);
    if (await replaceKeys(documents, ring, [...kept, key])) return { kid: key.kid, signsFrom };
  }
}
