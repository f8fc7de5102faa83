import { z } from "zod";
import type { Account } from "../account.ts";
import type { DocumentStore, StoredDocument } from "../storage.ts";
import { getAccount } from "./accounts.ts";
import { currentEpochs, sessionEpoch } from "./credential-epoch.ts";
import { type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { isToken, newToken, tokenDigest } from "./token.ts";

/** Milliseconds for which a sign-in link is valid. */
export const signInLinkMs = 15 * 60_000;

const SignInLink = z.object({
  account: z.string(),
  expiresAt: z.iso.datetime(),
  /** The account's `sessionEpoch` at the creation of the link. A new password ends the link. */
  epoch: z.int().min(0).default(0),
});

/**
 * Creates the token of a one-time link that signs the account's owner in. Only its digest is stored.
 *
 * @param at Epoch milliseconds.
 */
export async function createSignInLink(
  documents: DocumentStore,
  account: string,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<string> {
  const token = newToken(randomBytes);
  const expiresAt = at + signInLinkMs;
  const epoch = sessionEpoch(await currentEpochs(documents, account, undefined));
  const value = { account, expiresAt: new Date(expiresAt).toISOString(), epoch };
  const key = `sign-in-links/${await tokenDigest(token)}`;
  await documents.commit([{ key, value, expiresAt }]);
  return token;
}

async function read(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<{ document: StoredDocument; account: Account } | null> {
  if (!isToken(token)) return null;
  const document = await documents.get(`sign-in-links/${await tokenDigest(token)}`);
  if (!document) return null;
  const link = SignInLink.parse(document.value);
  if (Date.parse(link.expiresAt) <= at) return null;
  const found = await getAccount(documents, link.account);
  const isGood = found?.account.status === "active" && link.epoch === sessionEpoch(found.account);
  return isGood ? { document, account: found.account } : null;
}

/**
 * Returns the account that a link would sign in, without using the link. Returns `null` if it is used, expired or
 * unknown.
 */
export async function findSignInLink(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<Account | null> {
  const found = await read(documents, token, at);
  return found && found.account;
}

/**
 * Uses a link and returns the account that it signs in. Of several concurrent calls one gets the account, the others
 * `null`.
 */
export async function redeemSignInLink(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<Account | null> {
  const found = await read(documents, token, at);
  if (!found) return null;
  const { key, version } = found.document;
  const result = await documents.commit([{ key, ifVersion: version }]);
  return result.committed ? found.account : null;
}
