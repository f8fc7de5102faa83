import { seal } from "../session/seal.ts";

/**
 * Returns the token of a link from the random text that is stored with its mail. The store has only the digest of the
 * token, so a reader of the store cannot use the link, and every attempt sends the same one.
 */
export function linkToken(services: { secret: () => Promise<string> }, nonce: string): Promise<string> {
  return seal(services, "mail link", nonce);
}

/** Returns the token of an invitation: its id, and a signature that only the server can make. */
export async function invitationToken(
  services: { secret: () => Promise<string> },
  id: string,
): Promise<string> {
  return `${id}.${await seal(services, "invitation", id)}`;
}

/** Returns the address of the sign-up page for an invitation. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-up?invitation=${token}`;
}

/** Returns the address of the page that redeems a one-time sign-in link. */
export function signInLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}
