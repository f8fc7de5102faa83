import { type Clock, type DocumentStore, hasScope, type Principal } from "@tools-api/core";
import {
  type Account,
  fence,
  findSubject,
  getAccount,
  type GrantedScopes,
  mayOpenAccount,
  provisionAccount,
  Scope,
  type SignUpPolicy,
  type Stored,
} from "@tools-api/core/accounts";
import type { SubjectClaims } from "@tools-api/core/oauth";
import type { Refusal } from "./credential-cache.ts";
import { sha256 } from "./digest.ts";

/** The claims of a verified token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** The options of {@link tokenPrincipal}. */
export interface TokenPrincipalOptions {
  documents: DocumentStore;
  clock: Clock;
  method: Principal["credential"]["method"];
  mapping: SubjectClaims;
  /** The rules for accounts that a token opens. Default: open to every user of the issuer. */
  signUp?: SignUpPolicy | undefined;
}

// 100 million days from the epoch, the maximum of a Date (ECMA-262 §21.4.1.1).
const maxInstantMs = 8.64e15;

/** Account ids are printable ASCII. A store may reject other characters. */
const accountIdPattern = /^[!-~]{1,200}$/;

/** Returns a claim by name. Reads own properties only, so `constructor` and similar names are not claims. */
export function readClaim(claims: TokenClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function textClaim(claims: TokenClaims, name: string): string | undefined {
  const value = readClaim(claims, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Returns the claim that names the account. Some issuers number their users: an integer is its decimal digits. Larger
 * numbers lose digits in JSON, so that two users would have one name.
 */
function accountClaim(claims: TokenClaims, name: string): string | undefined {
  const value = readClaim(claims, name);
  return Number.isSafeInteger(value) ? String(value) : textClaim(claims, name);
}

/** Returns whether the issuer has verified the email address. Some issuers send the text instead of the value. */
function isEmailVerified(claims: TokenClaims): boolean {
  const value = readClaim(claims, "email_verified");
  return value === true || value === "true";
}

/**
 * Converts a NumericDate (RFC 7519 §2) to epoch milliseconds. Returns `undefined` for any other value. JSON can hold
 * numbers like 1e999, which become Infinity: such a token would never expire.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value !== "number") return undefined;
  const instant = Math.floor(value * 1000);
  return Math.abs(instant) <= maxInstantMs ? instant : undefined;
}

/** Returns whether `aud` (RFC 7519 §4.1.3) names one of our audiences. */
export function isAudience(audience: unknown, { audience: ours }: Pick<SubjectClaims, "audience">): boolean {
  const named: unknown[] = Array.isArray(audience) ? audience : [audience];
  return [ours].flat().some((name) => named.includes(name));
}

/** Returns the scope claim of a token (RFC 8693 §4.2), or `undefined`. Some issuers use a list named `scp`. */
function scopeClaim(claims: TokenClaims, { scope_claim }: Pick<SubjectClaims, "scope_claim">): unknown {
  const names = scope_claim === undefined ? ["scope", "scp"] : [scope_claim];
  return names.map((name) => readClaim(claims, name)).find((value) => value !== undefined);
}

function readScopes(claims: TokenClaims, mapping: SubjectClaims): GrantedScopes {
  const claim = scopeClaim(claims, mapping);
  if (claim === undefined) return mapping.scopes;
  const granted: unknown[] = typeof claim === "string" ? claim.split(" ") : [claim].flat();
  // A claim grants what it names. `*` is not a scope, so a claim cannot grant every call.
  const named = granted.flatMap((word) => Scope.safeParse(word).data ?? []);
  return [...new Set(named)].filter((scope) => hasScope(mapping.allowed_scopes, scope));
}

// Claims that only ID tokens have (OpenID Connect Core §2 and §3.3.2.11, FAPI). `auth_time`, `acr` and `amr` are not
// among them, because access tokens can have them too (RFC 9068 §2.2.1).
const idTokenClaims = ["nonce", "at_hash", "c_hash", "s_hash"];

/**
 * Returns whether the claims show that a token is not an access token. The evidence is a claim that only ID tokens
 * have, or an explicit type (`token_use` from Amazon Cognito, `typ` in the payload from Keycloak).
 */
export function isMarkedOtherToken(claims: TokenClaims): boolean {
  if (idTokenClaims.some((name) => readClaim(claims, name) !== undefined)) return true;
  const [use, type] = [readClaim(claims, "token_use"), readClaim(claims, "typ")];
  if (use !== undefined && use !== "access") return true;
  return type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer");
}

// RFC 3986 §3.1.
const uriScheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns whether a JWT without an explicit type (RFC 8725 §3.11) may be an ID token. An ID token tells a client who
 * signed in; its holder must not act for the user. Its audience is the client's id (OpenID Connect Core §2).
 *
 * - A token with a claim that only ID tokens have is an ID token.
 * - A token with a scope claim is an access token.
 * - Otherwise, a token whose audience includes the client in `azp` or `client_id` is an ID token.
 * - Otherwise, a token of an issuer that does not publish its keys is an access token.
 * - An issuer that publishes its keys may be an OpenID provider, whose ID tokens need neither `azp` nor `client_id`. Its
 *   token is an access token only if `aud` has one of our audiences that is a URI. Any other audience may be a client id.
 *
 * @param publishesKeys Whether the keys come from the issuer's JWKS URL rather than from the operator's configuration.
 */
export function mayBeIdToken(claims: TokenClaims, mapping: SubjectClaims, publishesKeys: boolean): boolean {
  if (isMarkedOtherToken(claims)) return true;
  if (scopeClaim(claims, mapping) !== undefined) return false;
  const audience: unknown[] = [readClaim(claims, "aud")].flat();
  const clients = ["azp", "client_id"].map((name) => textClaim(claims, name));
  if (clients.some((client) => client !== undefined && audience.includes(client))) return true;
  if (!publishesKeys) return false;
  return ![mapping.audience].flat().some((ours) => audience.includes(ours) && uriScheme.test(ours));
}

const openSignUp: SignUpPolicy = { mode: "open", domains: [] };

async function findAccount(
  claims: TokenClaims,
  { documents, clock, mapping, signUp = openSignUp }: TokenPrincipalOptions,
): Promise<Stored<Account> | null> {
  const name = accountClaim(claims, mapping.account_claim);
  if (name === undefined) return null;
  if (!mapping.provision) return accountIdPattern.test(name) ? getAccount(documents, name) : null;
  const subject = { issuer: mapping.issuer, subject: name };
  const found = await findSubject(documents, subject);
  if (found) return found;
  // An email address that the issuer has not verified may belong to another person.
  const email = isEmailVerified(claims) ? textClaim(claims, "email") : undefined;
  if (!mayOpenAccount(signUp, { email, isVouchedFor: true })) return null;
  const fields = { ...subject, email, name: textClaim(claims, "name"), opens: signUp.opens };
  return provisionAccount(documents, fields, clock.now());
}

/**
 * Returns the caller of a verified token. Returns `account` if the account does not exist or is closed. That does not count
 * as a guessed credential: a verified token is genuine.
 *
 * @param expiresAt Epoch milliseconds, or `null` if the token does not expire.
 */
export async function tokenPrincipal(
  claims: TokenClaims,
  expiresAt: number | null,
  options: TokenPrincipalOptions,
): Promise<Principal | Refusal> {
  const { method, mapping } = options;
  const found = await findAccount(claims, options);
  if (!found || found.value.status === "closed") return "account";
  const account = found.value;
  const client = textClaim(claims, "client_id") ?? textClaim(claims, "azp");
  // One id for all tokens of a client and account. The store keeps the last use of every id permanently, so an id per
  // token would fill it. The digest is necessary because the issuer chooses the input: it could otherwise choose the id
  // of another account's API key.
  const id = `${method}_${sha256(JSON.stringify([mapping.issuer, client, account.id])).slice(0, 24)}`;
  return {
    account,
    credential: {
      method,
      id,
      name: (client ?? mapping.issuer).slice(0, 100).toWellFormed(),
      scopes: readScopes(claims, mapping),
      expiresAt,
    },
    fences: [fence(found)],
  };
}
