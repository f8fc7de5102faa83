import { hasScope, type Principal, ToolsError } from "@tools-api/core";
import { allowsAddress } from "../../http/allowed-addresses.ts";
import type { CallContext } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { tooManyAttempts } from "../../http/failed-attempts.ts";
import { bearerCredential, missingCredential } from "../../http/credential.ts";
import { describeRefused } from "../../http/refused-credential.ts";

// One message for all reasons, so that an attacker learns nothing by probing.
const refused = "The credential is unknown, malformed, revoked or expired.";

/** The services that resolve a bearer credential. */
export type AuthenticationServices = Pick<Services, "authenticator" | "attempts" | "clock">;

async function failedAttempt(
  c: CallContext,
  services: AuthenticationServices,
  credential: string,
  error: ToolsError,
): Promise<ToolsError> {
  const address = c.get("address");
  c.set("refused", describeRefused(credential, error.reason));
  if (!error.wasValid && !(await services.attempts.add(address)))
    return tooManyAttempts(services.attempts.rateLimit(address), services.clock.now());
  return new ToolsError("invalid_credentials", refused, { cause: error });
}

/**
 * Returns the caller of a request by its bearer credential, regardless of its scopes.
 *
 * @throws ToolsError `missing_credentials`, `invalid_credentials`, `too_many_attempts`.
 */
export async function identify(
  c: CallContext,
  services: AuthenticationServices,
  fresh: boolean,
): Promise<Principal> {
  const credential = bearerCredential(c);
  if (credential === null) throw missingCredential(c);
  try {
    const principal = await services.authenticator.authenticate(credential, {
      fresh,
      resource: c.get("resource"),
    });
    if (!principal) throw new ToolsError("invalid_credentials", refused);
    if (principal.account.status === "closed")
      throw new ToolsError("invalid_credentials", refused, { wasValid: true, reason: "account" });
    c.set("principal", principal);
    return principal;
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_credentials")
      throw await failedAttempt(c, services, credential, error);
    throw error;
  }
}

/**
 * Returns the reason why a caller may not use a scope, or `null` if it may.
 *
 * @param scope - `null` if the request needs none.
 * @param address - The address of the client.
 */
export function authorization(
  principal: Principal,
  scope: string | null,
  address: string,
): ToolsError | null {
  if (!allowsAddress(principal.credential, address))
    return new ToolsError(
      "address_not_allowed",
      `The credential ${principal.credential.id} does not allow the address ${address || "of this client"}.`,
    );
  if (principal.account.status === "suspended")
    return new ToolsError("account_suspended", `The account ${principal.account.id} is suspended.`);
  if (scope !== null && !hasScope(principal.credential.scopes, scope))
    return new ToolsError("insufficient_scope", `The credential lacks the scope ${scope}.`);
  return null;
}

/**
 * Names the scopes of a token that allows the request, for the challenge of a 403. For a resource of its own these
 * include the scopes of the credential: its clients request exactly the named scopes, and would lose the others.
 */
function challengeScope(
  c: CallContext,
  { scopes }: Pick<Services, "scopes">,
  { credential }: Principal,
  missing: string,
): void {
  const kept = c.get("resource") === undefined ? [] : scopes.list(credential.scopes);
  c.set("neededScopes", [...new Set([...kept, missing])]);
}

/** Adds the caller's current allowances to a response that is not counted. */
export async function showAllowances(
  c: CallContext,
  { meter }: Services,
  principal: Principal,
): Promise<void> {
  // These are shown if the store does not respond.
  c.set("rateLimits", meter.lastKnown(principal));
  c.set("rateLimits", await meter.allowances(principal));
}

/**
 * Resolves the caller again without any cache, and checks it again.
 *
 * @throws ToolsError if the caller may not use the scope.
 */
export async function reidentify(
  c: CallContext,
  services: Services,
  scope: string | null,
): Promise<Principal> {
  const principal = await identify(c, services, true);
  const denied = authorization(principal, scope, c.get("address"));
  if (!denied) return principal;
  if (denied.code === "insufficient_scope" && scope !== null) challengeScope(c, services, principal, scope);
  await showAllowances(c, services, principal);
  throw denied;
}

/** Returns the caller of most calls: its credential is cached, may use the scope, and allows every address. */
function recallCaller(
  { authenticator }: Pick<Services, "authenticator">,
  credential: string | null,
  scope: string | null,
): Principal | undefined {
  const principal = credential === null ? undefined : authenticator.recall?.(credential);
  if (principal?.account.status !== "active" || principal.credential.allowedIps?.length) return undefined;
  return authorization(principal, scope, "") ? undefined : principal;
}

/**
 * Returns a caller if it may use a scope. Resolves it again if not: a refusal must not come from a cache, because the
 * scope or the account may have been restored since.
 *
 * @throws ToolsError `insufficient_scope`, `account_suspended`, `address_not_allowed`, and the errors of {@link identify}.
 */
export async function authorize(
  c: CallContext,
  services: Services,
  principal: Principal,
  scope: string | null,
): Promise<Principal> {
  c.set("principal", principal);
  return authorization(principal, scope, c.get("address")) ? reidentify(c, services, scope) : principal;
}

/**
 * Returns the caller of a request. Its credential is valid and has the scope, and its account is active.
 *
 * @param scope - `null` if the request needs none.
 * @throws ToolsError if one of these does not hold.
 */
export async function authenticate(
  c: CallContext,
  services: Services,
  scope: string | null,
): Promise<Principal> {
  const known = recallCaller(services, bearerCredential(c), scope);
  if (known) {
    c.set("principal", known);
    return known;
  }
  return authorize(c, services, await identify(c, services, false), scope);
}

/** Resolves a credential, if there is one, only to give a 404 or 405 the headers of its caller. */
export async function identifyForHeaders(c: CallContext, services: Services): Promise<void> {
  if (bearerCredential(c) === null) return;
  try {
    await showAllowances(c, services, await identify(c, services, true));
  } catch (error) {
    const code = error instanceof ToolsError ? error.code : undefined;
    if (code !== "invalid_credentials" && code !== "too_many_attempts") throw error;
  }
}
