import { z } from "zod";
import { collection, type Stored } from "../../store/collection.ts";
import { type Stores, transact } from "../../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../../store/storage.ts";
import { dayMs } from "../../time.ts";
import { type RandomBytes, secureRandomBytes } from "../../store/identifier.ts";
import { tokenDigest } from "../../store/token.ts";
import { revokeTokenFamily, getGrant } from "./grants.ts";
import { newSecret } from "./secret.ts";

/** The path of the resource that a token is for, as in `AccessToken`. Earlier releases issued only tokens for the API. */
export const StoredResource = z.string().default("");

/** The account, client, grant, resource and scopes for which a token is issued. */
export const Authority = z.object({
  account: z.string(),
  client: z.string(),
  grant: z.string(),
  authorization: z.string(),
  resource: StoredResource,
  scopes: z.array(z.string()),
  /** The instant at which the user signed in, in epoch milliseconds. */
  authenticatedAt: z.number(),
});

export type Authority = z.infer<typeof Authority>;

const RefreshToken = Authority.extend({
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** The instant at which its successor was issued, in epoch milliseconds; `null` if it is unused. */
  usedAt: z.number().nullable(),
});

// Each use issues a new token, so a client can be inactive for this long.
const refreshTokenMs = 30 * dayMs;

type RefreshToken = z.output<typeof RefreshToken>;

const refreshTokens = collection("refresh-tokens/{digest}", RefreshToken, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** Returns a new refresh token, and the write that makes it valid. */
export async function prepareRefreshToken(
  authority: Authority,
  at: number,
  randomBytes: RandomBytes,
): Promise<{ refreshToken: string; operation: WriteOperation }> {
  const { secret, digest } = await newSecret("refreshToken", randomBytes);
  const token = { ...authority, issuedAt: at, expiresAt: at + refreshTokenMs, usedAt: null };
  return { refreshToken: secret, operation: refreshTokens.create({ digest }, token) };
}

async function find(documents: DocumentStore, refreshToken: string): Promise<Stored<RefreshToken> | null> {
  return refreshTokens.get(documents, { digest: await tokenDigest(refreshToken) });
}

/** Returns whether the grant exists and still contains this authorization. */
async function isLive(
  documents: DocumentStore,
  { account, grant, authorization }: Authority,
): Promise<boolean> {
  const found = await getGrant(documents, account, grant);
  return found !== null && found.value.authorizations.some(({ id }) => id === authorization);
}

/**
 * Returns the content of a refresh token, with instants in epoch milliseconds. Returns `null` unless the token is valid
 * and unused.
 */
export async function findRefreshToken(
  documents: DocumentStore,
  refreshToken: string,
  at: number,
): Promise<RefreshToken | null> {
  const kept = (await find(documents, refreshToken))?.value;
  const isGood = kept?.usedAt === null && kept.expiresAt > at && (await isLive(documents, kept));
  return isGood ? kept : null;
}

/** A refresh token that replaces another, and its authority. */
interface Rotated {
  authority: Authority;
  refreshToken: string;
}

/**
 * Exchanges a client's refresh token for a new one. Presenting a used token ends the whole authorization, because
 * either the presenter or the earlier user may have stolen it (RFC 9700 §4.14.2). Of concurrent exchanges of one token
 * exactly one succeeds, and the others end the authorization.
 *
 * @param scopes The requested scopes; `null` for all scopes of the token.
 * @param at Epoch milliseconds.
 * @returns The new token and its authority with the requested scopes; `unknown`; `ended` if the token is used, expired
 *   or revoked; or `scope` if a requested scope exceeds those of the token (RFC 6749 §6).
 */
export async function rotateRefreshToken(
  stores: Stores,
  presented: { refreshToken: string; client: string; scopes: readonly string[] | null },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Rotated | "unknown" | "ended" | "scope"> {
  const { documents } = stores;
  return transact<Rotated | "unknown" | "ended" | "scope">(stores, async () => {
    const found = await find(documents, presented.refreshToken);
    if (found?.value.client !== presented.client) return { operations: [], result: "unknown" };
    const kept = found.value;
    if (kept.usedAt !== null) {
      await revokeTokenFamily(stores, kept);
      return { operations: [], result: "ended" };
    }
    if (kept.expiresAt <= at || !(await isLive(documents, kept))) return { operations: [], result: "ended" };
    const { scopes: asked } = presented;
    if (asked?.some((scope) => !kept.scopes.includes(scope))) return { operations: [], result: "scope" };
    const authority = Authority.parse(kept);
    const { refreshToken, operation } = await prepareRefreshToken(authority, at, randomBytes);
    return {
      operations: [refreshTokens.replace(found, { ...kept, usedAt: at }), operation],
      result: { authority: { ...authority, scopes: [...(asked ?? kept.scopes)] }, refreshToken },
    };
  });
}
