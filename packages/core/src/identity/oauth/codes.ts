import { z } from "zod";
import { collection } from "../../store/collection.ts";
import { type Stores, transact } from "../../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../../store/storage.ts";
import { dayMs } from "../../time.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../../store/identifier.ts";
import { tokenDigest } from "../../store/token.ts";
import { getGrant, grants, revokeTokenFamily, withAuthorization } from "./grants.ts";
import { codeChallenge, isCodeVerifier } from "./pkce.ts";
import { type Authority, prepareRefreshToken, StoredResource } from "./refresh-tokens.ts";
import { newSecret } from "./secret.ts";

const codeMs = 60_000;
// Used and expired codes are kept for this long, to detect replays.
const keptMs = dayMs;

const AuthorizationCode = z.object({
  account: z.string(),
  client: z.string(),
  grant: z.string(),
  resource: StoredResource,
  scopes: z.array(z.string()),
  redirectUri: z.string(),
  codeChallenge: z.string(),
  authenticatedAt: z.number(),
  expiresAt: z.number(),
  /** The authorization for which the code was exchanged; `null` until then. */
  authorization: z.string().nullable(),
});

/** The request for which a code is issued. */
export interface CodeFields {
  account: string;
  client: string;
  grant: string;
  /** The path of the resource that tokens are issued for; empty for the API. */
  resource: string;
  scopes: readonly string[];
  redirectUri: string;
  /** S256 (RFC 7636 §4.2). */
  codeChallenge: string;
  /** The instant at which the user signed in, in epoch milliseconds. */
  authenticatedAt: number;
}

const codes = collection("oauth-codes/{digest}", AuthorizationCode);

/**
 * Issues an authorization code, which is valid for 60 s and can be used once.
 *
 * @param at Epoch milliseconds.
 * @param otherWrites Additional writes for the same commit.
 * @returns `null` if the condition of one of these writes failed.
 */
export async function issueCode(
  documents: DocumentStore,
  fields: CodeFields,
  at: number,
  otherWrites: WriteOperation[] = [],
): Promise<string | null> {
  const { secret, digest } = await newSecret("code", secureRandomBytes);
  const code = { ...fields, scopes: [...fields.scopes], expiresAt: at + codeMs, authorization: null };
  const result = await documents.commit([
    codes.create({ digest }, code, { expiresAt: at + keptMs }),
    ...otherWrites,
  ]);
  return result.committed ? secret : null;
}

/** The parameters that a client sends to the token endpoint. */
export interface PresentedCode {
  code: string;
  client: string;
  /** `undefined` if the client sends none: PKCE has replaced the parameter (OAuth 2.1 §10.2). */
  redirectUri: string | undefined;
  codeVerifier: string;
  /** The path of the requested resource; `undefined` for that of the code. */
  resource: string | undefined;
  /** True if the client is to get a refresh token. */
  refreshable: boolean;
}

/** The authority of the tokens to issue for a code, and the first refresh token. */
interface Redeemed {
  authority: Authority;
  refreshToken: string | null;
}

/**
 * Exchanges a code (RFC 6749 §4.1.3). A code is valid only for the client, redirect URI and verifier for which it was
 * issued, which makes stolen and injected codes useless. A second exchange with the same values shows that they leaked.
 * It is refused, and the tokens of the first exchange end (§4.1.2). Of concurrent exchanges of one code, exactly one
 * succeeds.
 *
 * @param at Epoch milliseconds.
 * @returns The authority of the tokens to issue; `unknown`; `ended` if the code is used, expired or revoked; or
 *   `resource` if it is for another resource.
 */
export async function redeemCode(
  stores: Stores,
  presented: PresentedCode,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Redeemed | "unknown" | "ended" | "resource"> {
  const { documents } = stores;
  if (!isCodeVerifier(presented.codeVerifier)) return "unknown";
  const challenge = await codeChallenge(presented.codeVerifier);
  const digest = await tokenDigest(presented.code);
  return transact<Redeemed | "unknown" | "ended" | "resource">(stores, async () => {
    const code = await codes.get(documents, { digest });
    const isTheirs =
      code?.value.client === presented.client &&
      (presented.redirectUri ?? code.value.redirectUri) === code.value.redirectUri &&
      code.value.codeChallenge === challenge;
    if (!isTheirs) return { operations: [], result: "unknown" };
    const { account, client, grant, resource, scopes: granted, authenticatedAt } = code.value;
    const { authorization: used } = code.value;
    if (used !== null) {
      await revokeTokenFamily(stores, { account, grant, authorization: used });
      return { operations: [], result: "ended" };
    }
    if ((presented.resource ?? resource) !== resource) return { operations: [], result: "resource" };
    const found = code.value.expiresAt > at ? await getGrant(documents, account, grant) : null;
    if (!found) return { operations: [], result: "ended" };
    const authorization = newIdentifier("authz", randomBytes);
    const authority = { account, client, grant, authorization, resource, scopes: granted, authenticatedAt };
    const refresh = presented.refreshable ? await prepareRefreshToken(authority, at, randomBytes) : null;
    return {
      operations: [
        codes.replace(code, { ...code.value, authorization }, { expiresAt: at + keptMs }),
        grants.replace(found, withAuthorization(found.value, authorization, at)),
        ...(refresh ? [refresh.operation] : []),
      ],
      result: { authority, refreshToken: refresh && refresh.refreshToken },
    };
  });
}
