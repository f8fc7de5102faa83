import {
  type AccountRevision,
  accountKey,
  type Clock,
  type DocumentStore,
  findSubject,
  getAccount,
  type Principal,
  provisionAccount,
  type Scope,
  type SubjectClaims,
} from "@tools-api/core";
import type { Refusal } from "./credential-cache.ts";
import { sha256 } from "./digest.ts";

/** What a token says, once it is known to be genuine. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** What {@link principalOfToken} works with. */
export interface TokenPrincipalOptions {
  documents: DocumentStore;
  clock: Clock;
  method: Principal["credential"]["method"];
  mapping: SubjectClaims;
}

// 100 million days from the epoch: what a Date can hold (ECMA-262 §21.4.1.1).
const lastInstantMs = 8.64e15;

/** Printable ASCII, as our account ids are: anything else a store might choke on. */
const accountId = /^[!-~]{1,200}$/;

/** A claim by its name, where the token itself has it; `constructor` and the like are no claims. */
export function claimOf(claims: TokenClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function textClaim(claims: TokenClaims, name: string): string | undefined {
  const value = claimOf(claims, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * A NumericDate (RFC 7519 §2) in epoch milliseconds; `undefined`: it is none. JSON can hold numbers like 1e999, which
 * become Infinity: a token that would never end.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== "number") return undefined;
  const instant = Math.floor(value * 1000);
  return Math.abs(instant) <= lastInstantMs ? instant : undefined;
}

/** Whether `aud` (RFC 7519 §4.1.3) names one of us. */
export function isAudience(audience: unknown, { audience: ours }: Pick<SubjectClaims, "audience">): boolean {
  const named: unknown[] = Array.isArray(audience) ? audience : [audience];
  return [ours].flat().some((name) => named.includes(name));
}

/** Returns the scope claim of a token (RFC 8693 §4.2; some issuers have a list, in `scp`), or `undefined`. */
function scopeClaim(claims: TokenClaims, { scope_claim }: Pick<SubjectClaims, "scope_claim">): unknown {
  const names = scope_claim === undefined ? ["scope", "scp"] : [scope_claim];
  return names.map((name) => claimOf(claims, name)).find((value) => value !== undefined);
}

function scopesOf(claims: TokenClaims, mapping: SubjectClaims): readonly Scope[] {
  const claim = scopeClaim(claims, mapping);
  if (claim === undefined) return mapping.scopes;
  const granted: unknown[] = typeof claim === "string" ? claim.split(" ") : [claim].flat();
  return mapping.allowed_scopes.filter((scope) => granted.includes(scope));
}

// OpenID Connect Core §2 and §3.3.2.11, and FAPI. Not `auth_time`, `acr` and `amr`, which RFC 9068 §2.2.1 has as well.
const idTokenClaims = ["nonce", "at_hash", "c_hash", "s_hash"];

/**
 * Returns whether the claims of a token show that it is no access token: a claim that only ID tokens have, or its own word
 * (`token_use` of Amazon Cognito, `typ` in the payload of Keycloak).
 */
export function isMarkedIdToken(claims: TokenClaims): boolean {
  if (idTokenClaims.some((name) => claimOf(claims, name) !== undefined)) return true;
  const [use, type] = [claimOf(claims, "token_use"), claimOf(claims, "typ")];
  if (use !== undefined && use !== "access") return true;
  return type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer");
}

// RFC 3986 §3.1.
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns whether a JWT without an explicit type (RFC 8725 §3.11) is or may be an ID token. An ID token tells a client who
 * signed in; the holder of one must not act for the user. Its audience is the id of the client
 * (OpenID Connect Core §2). Without a scope claim a token is therefore refused if its audience is the client that it names
 * itself. An issuer that publishes its keys can be an OpenID provider, whose ID tokens need no other claim: of such an issuer
 * a token without a scope claim is also refused if its audience is no URI, since that can be the id of a client.
 *
 * @param publishesKeys Whether the issuer has a JWKS URL, and not a secret or keys that the operator has configured.
 */
export function isIdToken(claims: TokenClaims, mapping: SubjectClaims, publishesKeys: boolean): boolean {
  if (isMarkedIdToken(claims)) return true;
  if (scopeClaim(claims, mapping) !== undefined) return false;
  const audience: unknown[] = [claimOf(claims, "aud")].flat();
  const clients = ["azp", "client_id"].map((name) => textClaim(claims, name));
  if (clients.some((client) => client !== undefined && audience.includes(client))) return true;
  if (!publishesKeys) return false;
  return ![mapping.audience].flat().some((ours) => audience.includes(ours) && scheme.test(ours));
}

async function accountOf(
  claims: TokenClaims,
  { documents, clock, mapping }: TokenPrincipalOptions,
): Promise<AccountRevision | null> {
  const name = textClaim(claims, mapping.account_claim);
  if (name === undefined) return null;
  if (!mapping.provision) return accountId.test(name) ? getAccount(documents, name) : null;
  const subject = { issuer: mapping.issuer, subject: name };
  const found = await findSubject(documents, subject);
  if (found) return found;
  // An address that the issuer has not verified may be anybody's.
  const email = claimOf(claims, "email_verified") === true ? textClaim(claims, "email") : undefined;
  const fields = { ...subject, email, name: textClaim(claims, "name") };
  return provisionAccount(documents, fields, clock.now());
}

/**
 * The caller behind a genuine token; `ended` when it names no account, or one that is closed: no guess does that.
 *
 * @param expiresAt Epoch milliseconds, or `null` for a token that does not say.
 */
export async function principalOfToken(
  claims: TokenClaims,
  expiresAt: number | null,
  options: TokenPrincipalOptions,
): Promise<Principal | Refusal> {
  const { method, mapping } = options;
  const found = await accountOf(claims, options);
  if (!found || found.account.status === "closed") return "ended";
  const { account, revision } = found;
  const client = textClaim(claims, "client_id") ?? textClaim(claims, "azp");
  // One name for all tokens of a client and account: the store keeps the last use of every id for good, so that ids
  // of tokens, new every quarter of an hour, would fill it. Digested, since an issuer may choose what it says, and
  // the id of another's API key is nothing that it may name.
  const id = `${method}_${sha256(JSON.stringify([mapping.issuer, client, account.id])).slice(0, 24)}`;
  return {
    account,
    credential: {
      method,
      id,
      name: (client ?? mapping.issuer).slice(0, 100).toWellFormed(),
      scopes: scopesOf(claims, mapping),
      expiresAt,
    },
    fences: [{ id: accountKey(account.id), revision }],
  };
}
