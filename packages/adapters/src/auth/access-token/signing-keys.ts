import {
  type Clock,
  deriveKey,
  type DocumentStore,
  nextSigningKeyFrom,
  readKeyRing,
  replaceKeys,
  type SigningKey,
  systemClock,
  unretired,
} from "@tools-api/core";
import {
  calculateJwkThumbprint,
  CompactEncrypt,
  compactDecrypt,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";

/** The one algorithm of our access tokens (RFC 7518 §3.4). */
export const signingAlgorithm = "ES256";

/** What keys are made and kept with. */
export interface SigningKeysOptions {
  documents: DocumentStore;
  /** What private keys are encrypted with in the store: `sessionSecret` of core. */
  secret: () => Promise<string>;
  clock?: Clock;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const purpose = "signing keys";

/** A new key whose private part is a JWE (RFC 7516) of its JWK: whoever reads the store alone cannot sign. */
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

/** The private part, or `null` where it was encrypted with a secret that is configured no more. */
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
    // Only what the store does not hold: a store that does not answer is another matter.
    if (error instanceof Error && "code" in error && error.code === "ERR_JWE_DECRYPTION_FAILED") return null;
    throw error;
  }
}

/** A key that signs now. */
export interface Signer {
  kid: string;
  privateKey: CryptoKey;
}

function bySigning(a: SigningKey, b: SigningKey): number {
  return a.signsFrom - b.signsFrom;
}

/**
 * Finds the key that signs. Also makes the first key, and the next one when it is due, and drops those whose last token
 * has ended: whoever signs does so, on condition that nobody else has, so that no process needs a timer.
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

  async function signerOf(keys: readonly SigningKey[], now: number): Promise<Signer | null> {
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
      const signer = await signerOf(keys, now);
      const from = signer ? nextSigningKeyFrom(keys, now) : now;
      if (signer && from === null && keys.length === ring.keys.length) return signer;
      if (from !== null) keys.push(await newSigningKey(secret, from));
      if ((await replaceKeys(documents, ring, keys.toSorted(bySigning))) && signer) return signer;
    }
  };
}

/**
 * Makes a new signing key before its time. Without `atOnce` it is published now and signs in ten minutes, when no
 * verifier that heeds the key set's `max-age` goes by an older set any more; live tokens stay valid. With it, for
 * a key that may have become known, all other keys are removed: the next call with a token that they signed is refused.
 *
 * @returns The new key's id, and the instant from which it signs in epoch milliseconds.
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
