import { z } from "zod";
import type { DocumentStore } from "../storage.ts";
import { accessTokenMs } from "./access-tokens.ts";

/** A public key as RFC 7517 has it. */
const PublicKey = z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() });

/** A key that access tokens are signed with. Instants are epoch milliseconds. */
export const SigningKey = z.object({
  kid: z.string(),
  publicKey: PublicKey,
  /** Encrypted. */
  privateKey: z.string(),
  /** It signs from then on until a younger one does; before, it is only published. */
  signsFrom: z.number(),
});

export type SigningKey = z.infer<typeof SigningKey>;

const KeyRingDocument = z.object({ keys: z.array(SigningKey) });

/** The document with all keys. One document, so that a process that changes it has seen the changes of all others. */
export const keyRingKey = "settings/signing-keys";

const dayMs = 86_400_000;
const signingMs = 90 * dayMs;

/** How long before it signs a key is published, in milliseconds: verifiers keep a key set for hours. */
export const publishedBeforeMs = dayMs;

// The clocks of processes and verifiers differ.
const slackMs = 5 * 60_000;

/** The keys, oldest first, and what a change of them is conditional on. */
export interface KeyRing {
  keys: readonly SigningKey[];
  revision: number | null;
}

/** The keys that are published: tokens of each may be alive, or soon be issued. */
export async function readKeyRing(documents: DocumentStore): Promise<KeyRing> {
  const document = await documents.get(keyRingKey);
  return document
    ? { keys: KeyRingDocument.parse(document.value).keys, revision: document.version }
    : { keys: [], revision: null };
}

/** Puts other keys in the place of a ring; false when somebody else was first. */
export async function replaceKeys(
  documents: DocumentStore,
  { revision }: KeyRing,
  keys: readonly SigningKey[],
): Promise<boolean> {
  const unchanged = revision === null ? { ifAbsent: true } : { ifVersion: revision };
  return (await documents.commit([{ key: keyRingKey, value: { keys }, ...unchanged }])).committed;
}

/** The key that signs at an instant, of those that the caller can use. */
export function signingKeyAt(keys: readonly SigningKey[], at: number): SigningKey | null {
  return keys.findLast(({ signsFrom }) => signsFrom <= at) ?? null;
}

/** Without the keys whose last token has ended. */
export function unretired(keys: readonly SigningKey[], at: number): SigningKey[] {
  return keys.filter((_, index) => {
    const successor = keys[index + 1];
    return !successor || successor.signsFrom + accessTokenMs + slackMs > at;
  });
}

/**
 * The instant from which a new key is to sign, when it is time to make one: at once where there is none, else 90 days
 * after the last one began, and never before it has been published for a day.
 */
export function nextSigningKeyFrom(keys: readonly SigningKey[], at: number): number | null {
  const last = keys.at(-1);
  if (!last) return at;
  const due = last.signsFrom + signingMs;
  return at >= due - publishedBeforeMs ? Math.max(due, at + publishedBeforeMs) : null;
}
