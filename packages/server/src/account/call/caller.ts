import { type Principal, ToolsError } from "@tools-api/core";
import type { Account, Session } from "@tools-api/core/accounts";
import type { Actor } from "@tools-api/core/audit";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { bearerCredential, missingCredential } from "../../http/credential.ts";
import { authorization, identify } from "../../api/middleware/authenticate.ts";
import { sameOrigin } from "../../session/same-origin.ts";
import { findSession, sessionToken } from "../../session/session.ts";

/**
 * The caller of a management call: the owner in a browser, a credential that the owner has issued, or an operator who
 * acts on the account.
 */
export type Caller = { account: Account } & (
  | { session: Session; credential: null; operator?: undefined }
  | { session: null; credential: Principal["credential"]; operator?: undefined }
  /** `signedInAt` is when the session of the operator began; `null` for a key. */
  | { session: null; credential: null; operator: Actor; signedInAt: number | null }
);

async function bearerCaller(c: ApiContext, services: AccountServices, scope: string): Promise<Caller> {
  // Management calls consume no units. No storage statement would therefore compare the revisions of a cached
  // principal.
  const principal = await identify(c, services, true);
  const denied = authorization(principal, scope, c.get("address"));
  if (!denied) return { account: principal.account, session: null, credential: principal.credential };
  if (denied.code === "insufficient_scope") c.set("neededScopes", [scope]);
  throw denied;
}

async function signedInCaller(c: ApiContext, services: AccountServices): Promise<Caller> {
  await sameOrigin(services)(c, async () => {});
  const found = await findSession(c, services);
  if (found) return { ...found, credential: null };
  throw new ToolsError(
    "missing_credentials",
    "Cookie: expected an active session, received an expired one. Sign in again.",
  );
}

/**
 * Resolves the caller of a management call. Always reads the stores, so revocation, expiry and suspension take effect
 * immediately.
 *
 * @param scope The scope that a bearer credential needs. A signed-in owner may do everything.
 * @throws ToolsError `invalid_request` if the request has a bearer credential and a session cookie: the server would
 * have to guess the intended identity. Otherwise `missing_credentials`, `invalid_credentials`, `too_many_attempts`,
 * `insufficient_scope`, `account_suspended`, `address_not_allowed` or `cross_origin_request`.
 */
export async function resolveCaller(
  c: ApiContext,
  services: AccountServices,
  scope: string,
): Promise<Caller> {
  const hasBearer = bearerCredential(c) !== null;
  if (sessionToken(c, services) === undefined) {
    if (hasBearer) return bearerCaller(c, services, scope);
    throw missingCredential(c, "Bearer with an API key or an access token, or a session cookie");
  }
  if (!hasBearer) return signedInCaller(c, services);
  throw new ToolsError(
    "invalid_request",
    "Authorization: expected a bearer credential or a session cookie, received both",
    {
      errors: [
        {
          pointer: "#/Authorization",
          detail: "expected no bearer credential in addition to the session cookie",
        },
      ],
    },
  );
}
