import { z } from "zod";
import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { collection, type Revision } from "../store/collection.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { getAccount } from "./accounts.ts";
import { currentEpochs, sessionEpoch } from "./credential-epoch.ts";
import { type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { newToken, tokenDigest } from "../store/token.ts";
import { StoredInstant } from "../schema/wire.ts";

/** Milliseconds for which a sign-in link is valid. */
export const signInLinkMs = 15 * 60_000;

const SignInLink = z.object({
  account: z.string(),
  expiresAt: StoredInstant,
  /** The account's `sessionEpoch` at the creation of the link. A new password ends the link. */
  epoch: z.int().min(0).default(0),
});

const signInLinks = collection("sign-in-links/{digest}", SignInLink, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

// The shape of a random token, and of an HMAC in base64url.
const tokenShape = /^[\w-]{43}$/;

/** Returns the writes that store a one-time link with a token of 43 characters. Only its digest is stored. */
export async function signInLinkWrites(
  documents: DocumentStore,
  { account, token, at }: { account: string; token: string; at: number },
  by?: Source,
): Promise<WriteOperation[]> {
  const epoch = sessionEpoch(await currentEpochs(documents, account, undefined));
  const link = { account, expiresAt: at + signInLinkMs, epoch };
  return [
    signInLinks.put({ digest: await tokenDigest(token) }, link),
    ...auditEntry({ account, action: "sign_in_link.created", ...by, at }),
  ];
}

/** The instant and the origin of a link's creation. */
interface SignInLinkOptions {
  /** Epoch milliseconds. */
  at: number;
  /** The origin of the request, for the audit log. Default: the system. */
  by?: Source | undefined;
  /** Default: the random bytes of the runtime. */
  randomBytes?: RandomBytes | undefined;
}

/**
 * Creates the token of a one-time link that signs the account's owner in. Only its digest is stored.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSignInLink } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const token = await createSignInLink(documents, id, { at: Date.now() });
 * console.log(`https://tools.example.com/sign-in/${token}`);
 * ```
 */
export async function createSignInLink(
  documents: DocumentStore,
  account: string,
  { at, by, randomBytes = secureRandomBytes }: SignInLinkOptions,
): Promise<string> {
  const token = newToken(randomBytes);
  await documents.commit(await signInLinkWrites(documents, { account, token, at }, by));
  return token;
}

async function read(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<{ link: Revision; account: Account } | null> {
  if (!tokenShape.test(token)) return null;
  const link = await signInLinks.get(documents, { digest: await tokenDigest(token) });
  if (!link || link.value.expiresAt <= at) return null;
  const account = (await getAccount(documents, link.value.account))?.value;
  const isGood = account && account.status !== "closed" && link.value.epoch === sessionEpoch(account);
  return isGood ? { link, account } : null;
}

/**
 * Returns the account that a link would sign in, without using the link. Returns `null` if it is used, expired or
 * unknown.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSignInLink, findSignInLink } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const token = await createSignInLink(documents, id, { at: Date.now() });
 * const account = await findSignInLink(documents, token, Date.now());
 * console.log(account?.email); // ada@example.com
 * ```
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
 *
 * @param at Epoch milliseconds.
 * @param by The origin of the request, for the audit log. Default: the owner.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSignInLink, redeemSignInLink } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const token = await createSignInLink(documents, id, { at: Date.now() });
 * const account = await redeemSignInLink(documents, token, Date.now());
 * console.log(account?.email, await redeemSignInLink(documents, token, Date.now())); // ada@example.com null
 * ```
 */
export async function redeemSignInLink(
  documents: DocumentStore,
  token: string,
  at: number,
  by: Source = { actor: { kind: "owner" } },
): Promise<Account | null> {
  const found = await read(documents, token, at);
  if (!found) return null;
  const result = await documents.commit([
    signInLinks.remove(found.link),
    ...auditEntry({ account: found.account.id, action: "sign_in_link.redeemed", ...by, at }),
  ]);
  return result.committed ? found.account : null;
}
