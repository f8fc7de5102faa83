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

/** A refresh token as stored, under its digest. Instants are epoch milliseconds. */
const RefreshToken = Authority.extend({
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** The instant at which its first successor was issued; `null` if it is unused. */
  usedAt: z.number().nullable(),
  /** The instant until which it gives further successors. Earlier releases gave none. */
  repeatableUntil: z.number().default(0),
  /** The number of its successors, which are siblings. */
  successors: z.int().default(0),
  /** The digest of the successor that was refreshed first after the overlap and ended its siblings; `null` until then. */
  heir: z.string().nullable().default(null),
  /** The digest of the token that it succeeds; `null` for the first token of a family. */
  parent: z.string().nullable().default(null),
});

// Each use issues a new token, so a client can be inactive for this long.
const refreshTokenMs = 30 * dayMs;

/** Milliseconds after its first use for which a refresh token gives further tokens, unless an operator sets others. */
export const defaultRefreshOverlapMs = 30_000;

/** Successors of a token in addition to the first. A program in a loop must not fill the store. */
const maxFurtherSuccessors = 5;

type RefreshToken = z.output<typeof RefreshToken>;

const refreshTokens = collection("refresh-tokens/{digest}", RefreshToken, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

/**
 * Returns a new refresh token, and the write that makes it valid.
 *
 * @param parent The digest of the token that it succeeds; `null` for the first token of a family.
 */
export async function prepareRefreshToken(
  authority: Authority,
  at: number,
  randomBytes: RandomBytes,
  parent: string | null = null,
): Promise<{ refreshToken: string; operation: WriteOperation }> {
  const { secret, digest } = await newSecret("refreshToken", randomBytes);
  const unused = { usedAt: null, repeatableUntil: 0, successors: 0, heir: null };
  const token = { ...authority, ...unused, issuedAt: at, expiresAt: at + refreshTokenMs, parent };
  return { refreshToken: secret, operation: refreshTokens.create({ digest }, token) };
}

async function find(
  documents: DocumentStore,
  refreshToken: string,
): Promise<Stored<RefreshToken, "digest"> | null> {
  return refreshTokens.get(documents, { digest: await tokenDigest(refreshToken) });
}

/**
 * Returns the writes with which a token, when it is refreshed, ends the siblings of its line whose overlap is over.
 * Returns `null` if a sibling has ended this line. Reads one token more for each refresh within the last overlap.
 */
async function endSiblings(
  documents: DocumentStore,
  token: Stored<RefreshToken, "digest">,
  at: number,
): Promise<WriteOperation[] | null> {
  const operations: WriteOperation[] = [];
  let child = token;
  for (;;) {
    const { digest } = child.ids;
    const { parent } = child.value;
    const found = parent === null ? null : await refreshTokens.get(documents, { digest: parent });
    // Above a parent that has its heir, the line was settled at the same time.
    if (!found || found.value.heir === digest) return operations;
    if (found.value.heir !== null) return null;
    if (found.value.repeatableUntil <= at)
      operations.push(refreshTokens.replace(found, { ...found.value, heir: digest }));
    child = found;
  }
}

/** Returns whether the grant exists and still contains this authorization. */
async function isLive(
  documents: DocumentStore,
  { account, grant, authorization }: Authority,
): Promise<boolean> {
  const found = await getGrant(documents, account, grant);
  return found !== null && found.value.authorizations.some(({ id }) => id === authorization);
}

/** Returns whether a token is unused, or still gives further tokens. */
function isUsable({ usedAt, expiresAt, repeatableUntil }: RefreshToken, at: number): boolean {
  return expiresAt > at && (usedAt === null || repeatableUntil > at);
}

/**
 * Returns the content of a refresh token, with instants in epoch milliseconds. Returns `null` unless the token gives
 * tokens.
 */
export async function findRefreshToken(
  documents: DocumentStore,
  refreshToken: string,
  at: number,
): Promise<RefreshToken | null> {
  const found = await find(documents, refreshToken);
  if (!found || !isUsable(found.value, at) || !(await isLive(documents, found.value))) return null;
  return (await endSiblings(documents, found, at)) && found.value;
}

/** A refresh token that replaces another, and its authority. */
interface Rotated {
  authority: Authority;
  refreshToken: string;
}

/** A refresh token that a client presents. */
export interface PresentedRefreshToken {
  refreshToken: string;
  client: string;
  /** The requested scopes; `null` for all scopes of the token. */
  scopes: readonly string[] | null;
  /** Milliseconds after its first use for which a token gives further tokens. Default: 30 s. */
  overlapMs?: number | undefined;
}

/**
 * Exchanges a client's refresh token for a new one. A client that sends several requests at the same time, or loses a
 * response, presents its token again: for the overlap it gets further tokens of the same family, at most 5. These are
 * siblings. The first one that is refreshed after the overlap ends the others. Presenting an ended token ends the whole
 * authorization, because either the presenter or the earlier user may have stolen it (RFC 9700 §4.14.2).
 *
 * @param at Epoch milliseconds.
 * @returns The new token and its authority with the requested scopes; `unknown`; `ended` if the token is used, expired
 *   or revoked; or `scope` if a requested scope exceeds those of the token (RFC 6749 §6).
 */
export async function rotateRefreshToken(
  stores: Stores,
  { refreshToken: presented, client, scopes, overlapMs = defaultRefreshOverlapMs }: PresentedRefreshToken,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Rotated | "unknown" | "ended" | "scope"> {
  const { documents } = stores;
  return transact<Rotated | "unknown" | "ended" | "scope">(stores, async () => {
    const found = await find(documents, presented);
    if (found?.value.client !== client) return { operations: [], result: "unknown" };
    const kept = found.value;
    const settled = await endSiblings(documents, found, at);
    if (settled === null || (kept.usedAt !== null && kept.repeatableUntil <= at)) {
      await revokeTokenFamily(stores, kept);
      return { operations: [], result: "ended" };
    }
    // A client that repeats a request more often has tokens by now, so the refusal leaves these valid.
    const isLimited = kept.successors > maxFurtherSuccessors;
    if (isLimited || !isUsable(kept, at) || !(await isLive(documents, kept)))
      return { operations: [], result: "ended" };
    if (scopes?.some((scope) => !kept.scopes.includes(scope))) return { operations: [], result: "scope" };
    const authority = Authority.parse(kept);
    const next = await prepareRefreshToken(authority, at, randomBytes, found.ids.digest);
    const { usedAt, repeatableUntil, successors } = kept;
    const used = {
      ...kept,
      usedAt: usedAt ?? at,
      repeatableUntil: usedAt === null ? at + overlapMs : repeatableUntil,
      successors: successors + 1,
    };
    // Kept for as long as its successors, which it tells apart.
    const options = { expiresAt: at + refreshTokenMs };
    return {
      operations: [...settled, refreshTokens.replace(found, used, options), next.operation],
      result: {
        authority: { ...authority, scopes: [...(scopes ?? kept.scopes)] },
        refreshToken: next.refreshToken,
      },
    };
  });
}
