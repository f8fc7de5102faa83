import { isSealed, seal } from "../session/seal.ts";

interface Secret {
  secret: () => Promise<string>;
}

/**
 * Returns the token of a link from the random text that is stored with its mail. The store has only the digest of the
 * token, so a reader of the store cannot use the link, and every attempt sends the same one.
 */
export function linkToken(services: Secret, nonce: string): Promise<string> {
  return seal(services, "mail link", nonce);
}

/** Returns the token of an invitation: its id, and a signature that only the server can make. */
export async function invitationToken(services: Secret, id: string): Promise<string> {
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

/** The path of the page that turns off the mails about the allowance. */
export const allowanceMailsPath = "/mails/allowance";

const allowanceSeal = "allowance mails";

/**
 * Returns the address of the page that turns off the mails about the allowance of an account. It needs no sign-in and does
 * not expire, because all that its reader can do is turn off these mails.
 */
export async function allowanceMailsUrl(
  services: Secret,
  publicUrl: string,
  account: string,
): Promise<string> {
  const signature = await seal(services, allowanceSeal, account);
  return `${publicUrl}${allowanceMailsPath}?token=${account}.${signature}`;
}

/** Returns the account of a token in {@link allowanceMailsUrl}; `null` if the server did not make the token. */
export async function allowanceMailsAccount(services: Secret, token: string): Promise<string | null> {
  const [account = "", signature = ""] = token.split(".");
  return (await isSealed(services, signature, allowanceSeal, account)) ? account : null;
}
