import { ToolsError } from "@tools-api/core";
import { providerAccount } from "@tools-api/core/internal";
import type { ApiContext } from "../../api/context.ts";
import { tooManyAttempts } from "../../api/failed-attempts.ts";
import type { AccountServices } from "../account-context.ts";
import { goOn, ownPath } from "../pages/next-page.tsx";
import type { PageRoute } from "../pages/page-route.ts";
import { rejectForm } from "../pages/respond-page.ts";
import { respondSignIn } from "../pages/sign-in-page.tsx";
import { requestSource } from "../request-source.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { startSession } from "../sessions/session.ts";
import { requireSignUp } from "../sign-up-rules.ts";
import type { IdentityProvider } from "./client.ts";
import { beginPending, signInSecrets, takePending } from "./pending.ts";

const path = "/sign-in/oidc";
const callbackPath = `${path}/callback`;

function requireProvider({ identityProvider }: AccountServices): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new ToolsError("not_found", "This server has no identity provider.");
}

/** Responds with the sign-in page and the reason why the sign-in failed. */
function respondFailure(
  c: ApiContext,
  services: AccountServices,
  next: string,
  error: unknown,
): Promise<Response> {
  if (!(error instanceof ToolsError)) throw error;
  return respondSignIn(
    c,
    services,
    { next, faults: { "": error.message } },
    { status: rejectForm(c, error) },
  );
}

/** `GET /sign-in/oidc`: redirects to the identity provider. */
async function begin(c: ApiContext, services: AccountServices): Promise<Response> {
  const provider = requireProvider(services);
  const next = ownPath(c.req.query("next"), services);
  try {
    const state = await beginPending(c, services, { next, invitation: c.req.query("invitation") ?? "" });
    const secrets = await signInSecrets(services, state);
    const url = await provider.beginAt(services.publicUrl + callbackPath, secrets);
    return c.redirect(url.href, 303);
  } catch (error) {
    return respondFailure(c, services, next, error);
  }
}

/** Refuses an address with too many failures before the server asks the provider about another code. */
function requireAttempt(c: ApiContext, { attempts, clock }: AccountServices): void {
  const limit = attempts.rateLimit(c.get("address"));
  if (limit.remaining <= 0) throw tooManyAttempts(limit, clock.now());
}

/** `GET /sign-in/oidc/callback`: signs the user of the provider's response in. */
async function finish(c: ApiContext, services: AccountServices): Promise<Response> {
  const provider = requireProvider(services);
  const pending = await takePending(c, services);
  const next = ownPath(pending?.next, services);
  try {
    if (!pending)
      throw new ToolsError(
        "invalid_credentials",
        "This sign-in expired or began in another browser. Try again.",
      );
    requireAttempt(c, services);
    const callback = new URL(services.publicUrl + callbackPath);
    callback.search = new URL(c.req.url).search;
    const user = await provider.finish(callback, await signInSecrets(services, pending.state));
    const { invitation } = pending;
    const { account, isNew } = await providerAccount(
      services.documents,
      user,
      { at: services.clock.now(), by: requestSource(c, services) },
      (email) => requireSignUp(services, { email, invitation, isVouchedFor: true }),
    );
    if (account.status !== "active")
      throw new ToolsError("account_suspended", `The account ${account.id} is suspended.`);
    await startSession(c, services, account, { method: "identity_provider", isFirst: isNew });
    await rememberDevice(c, services, account.email);
    return await goOn(c, services, next);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_credentials")
      await services.attempts.add(c.get("address"));
    return respondFailure(c, services, next, error);
  }
}

/** The pages of a sign-in by the identity provider. */
export const identityProviderPages: readonly PageRoute[] = [
  { path, get: begin },
  { path: callbackPath, get: finish },
];
