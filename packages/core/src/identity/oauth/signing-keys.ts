import { z } from "zod";
import { collection, type Revision } from "../../store/collection.ts";
import type { DocumentStore } from "../../store/storage.ts";
import { dayMs } from "../../time.ts";
import { accessTokenMs } from "./access-tokens.ts";

/** A public key as a JWK (RFC 7517). */
const PublicKey = z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() });

/** A key that signs access tokens. Instants are epoch milliseconds. */
export const SigningKey = z.object({
  kid: z.string(),
  publicKey: PublicKey,
  /** Encrypted. */
  privateKey: z.string(),
  /** The instant from which it signs, until a newer key takes over. Before, it is only published. */
  signsFrom: z.number(),
});

export type SigningKey = z.infer<typeof SigningKey>;

/** All signing keys. With one document, a process that changes it has seen the changes of all others. */
const keyRings = collection("settings/signing-keys", z.object({ keys: z.array(SigningKey) }));

/** The key of the document with all signing keys. */
export const keyRingKey = keyRings.key({});

const signingMs = 90 * dayMs;

/** Milliseconds for which a key is published before it signs. Verifiers cache a key set for hours. */
const publishedBeforeMs = dayMs;

// The clocks of processes and verifiers differ.
const slackMs = 5 * 60_000;

/** The signing keys, oldest first, and the revision of their document; `null` if there is no document. */
export interface KeyRing {
  keys: readonly SigningKey[];
  revision: Revision | null;
}

/** Returns the published keys. Tokens of each may be valid or about to be issued. */
export async function readKeyRing(documents: DocumentStore): Promise<KeyRing> {
  const found = await keyRings.get(documents, {});
  return { keys: found?.value.keys ?? [], revision: found };
}

/** Replaces the keys of a ring. Returns false if another process changed it first. */
export async function replaceKeys(
  documents: DocumentStore,
  { revision }: KeyRing,
  keys: readonly SigningKey[],
): Promise<boolean> {
  return (await documents.commit([keyRings.save(revision, {}, { keys: [...keys] })])).committed;
}

/** Returns the keys without those whose last token has expired. */
export function unretired(keys: readonly SigningKey[], at: number): SigningKey[] {
  return keys.filter((_, index) => {
    const successor = keys[index + 1];
    return !successor || successor.signsFrom + accessTokenMs + slackMs > at;
  });
}

/**
 * Returns the instant from which a new key is to sign, or `null` if it is too early to make one. The first key signs
 * immediately. Every other key signs 90 days after the one before, and is published for at least a day before it signs.
 */
export function nextSigningKeyFrom(keys: readonly SigningKey[], at: number): number | null {
  const last = keys.at(-1);
  if (!last) return at;
  const due = last.signsFrom + signingMs;
  return at >= due - publishedBeforeMs ? Math.max(due, at + publishedBeforeMs) : null;
}
