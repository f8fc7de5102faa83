import { randomBytes } from "node:crypto";
import type { SignedChallenge } from "@tools-api/core/accounts";
import type { AccountServices } from "../services.ts";
import { isSealed, seal } from "../seal.ts";

type ChallengeServices = Pick<AccountServices, "secret" | "clock">;

/** The ceremony of a challenge. A registration is for one session only. */
export type Ceremony = readonly ["sign-in"] | readonly ["registration", session: string];

/** Milliseconds for which a challenge is valid. */
export const challengeMs = 300_000;

const shape = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/**
 * Returns a challenge of WebAuthn, in base64url. The server signs it and stores nothing, so requests for challenges
 * cannot fill the store. `usePasskey` and `addPasskey` of core make it one-time, in all processes.
 */
export async function newChallenge(services: ChallengeServices, ceremony: Ceremony): Promise<string> {
  const nonce = randomBytes(16).toString("base64url");
  const expiresAt = String(services.clock.now() + challengeMs);
  const sealed = await seal(services, "passkey", nonce, expiresAt, ...ceremony);
  return Buffer.from(`${nonce}.${expiresAt}.${sealed}`).toString("base64url");
}

/** Returns a challenge with its expiry, or `null` unless it is from {@link newChallenge}, unexpired, for the ceremony. */
export async function readChallenge(
  services: ChallengeServices,
  ceremony: Ceremony,
  challenge: string,
): Promise<SignedChallenge | null> {
  const text = Buffer.from(challenge, "base64url").toString();
  const [, nonce = "", expires = "", sealed = ""] = shape.exec(text) ?? [];
  const expiresAt = Number(expires);
  if (expiresAt <= services.clock.now()) return null;
  const isOwn = await isSealed(services, sealed, "passkey", nonce, expires, ...ceremony);
  // The text of the nonce, because other base64url of the challenge can decode to the same bytes.
  return isOwn ? { challenge: nonce, expiresAt } : null;
}
