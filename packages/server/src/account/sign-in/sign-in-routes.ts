import { ToolsError } from "@tools-api/core";
import { linkProvider, type NewSubject, providerAccount, requireActive } from "@tools-api/core/accounts";
import { openingPlan } from "@tools-api/core/billing";
import type { ApiContext } from "../../http/context.ts";
import { tooManyAttempts } from "../../http/failed-attempts.ts";
import type { AccountServices } from "../../session/services.ts";
import { goOn, ownPath } from "../../ui/next-page.tsx";
import type { PageRoute } from "../call/page-route.ts";
import { respondProblemPage } from "../../ui/problem-page.tsx";
import { rejectForm } from "../../ui/respond-page.ts";
import { respondSignIn } from "../call/sign-in-page.tsx";
import { recordRefusedAttempt } from "../../session/refused-attempts.ts";
import { requestSource } from "../../session/request-source.ts";
import { rememberDevice } from "../../session/known-device.ts";
import { findSession, startSession } from "../../session/session.ts";
import { requireSignUp } from "./sign-up-rules.ts";
import {
  beginAtProvider,
  type Pending,
  providerCallbackPath,
  requireProvider,
  signInSecrets,
  takePending,
} from "../../session/pending-sign-in.ts";

const path = "/sign-in/oidc";

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
async function beginSignIn(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  requireProvider(services);
  try {
    const invitation = c.req.query("invitation") ?? "";
    return c.redirect(await beginAtProvider(c, services, { next, invitation }), 303);
  } catch (error) {
    return respondFailure(c, services, next, error);
  }
}

/** Refuses an address with too many failures before the server asks the provider about another code. */
function requireAttempt(c: ApiContext, { attempts, clock }: AccountServices): void {
  const limit = attempts.rateLimit(c.get("address"));
  if (limit.remaining <= 0) throw tooManyAttempts(limit, clock.now());
}

/** Returns the user of the provider's response to a sign-in that began in this browser. */
async function readUser(
  c: ApiContext,
  services: AccountServices,
  pending: Pending | null,
): Promise<{ pending: Pending; user: NewSubject }> {
  const provider = requireProvider(services);
  try {
    if (!pending)
      throw new ToolsError(
        "invalid_credentials",
        "This sign-in expired or began in another browser. Try again.",
      );
    requireAttempt(c, services);
    const callback = new URL(services.publicUrl + providerCallbackPath);
    callback.search = new URL(c.req.url).search;
    return { pending, user: await provider.finish(callback, await signInSecrets(services, pending.state)) };
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_credentials")
      await services.attempts.add(c.get("address"));
    throw error;
  }
}

/** Links the account of the session that began it. Attack: another owner of the browser has signed in meanwhile. */
async function finishLink(
  c: ApiContext,
  services: AccountServices,
  { pending, user }: { pending: Pending; user: NewSubject },
): Promise<Response> {
  const found = await findSession(c, services);
  if (!found || found.session.id !== pending.session)
    throw new ToolsError(
      "invalid_credentials",
      "You were signed out, so the server changed nothing. Sign in.",
    );
  requireActive(found.account);
  try {
    const actor = { kind: "owner", account: found.account.id, credential: found.session.id } as const;
    const change = { at: services.clock.now(), by: requestSource(c, services, actor) };
    await linkProvider(services.documents, found.account, user, change);
    return c.redirect(pending.next, 303);
  } catch (error) {
    return respondProblemPage(c, error, services, found.account);
  }
}

async function finishSignIn(
  c: ApiContext,
  services: AccountServices,
  { pending: { invitation, next }, user }: { pending: Pending; user: NewSubject },
): Promise<Response> {
  const { account, isNew } = await providerAccount(
    services.documents,
    user,
    {
      admit: (email) => requireSignUp(services, { email, invitation, isVouchedFor: true }),
      opens: (plan) => openingPlan(services.plans, plan),
    },
    { at: services.clock.now(), by: requestSource(c, services) },
  ).catch(async (error: unknown) => {
    if (error instanceof ToolsError && error.code === "conflict" && user.email !== undefined)
      await recordRefusedAttempt(c, services, { action: "identity_provider.refused", email: user.email });
    throw error;
  });
  await startSession(c, services, account, { method: "identity_provider", isFirst: isNew });
  await rememberDevice(c, services, account.email);
  return goOn(c, services, next);
}

/** `GET /sign-in/oidc/callback`: signs the user of the provider's response in, or links the account of the session. */
async function finish(c: ApiContext, services: AccountServices): Promise<Response> {
  const pending = await takePending(c, services);
  try {
    const answer = await readUser(c, services, pending);
    return await (answer.pending.session === undefined ? finishSignIn : finishLink)(c, services, answer);
  } catch (error) {
    return respondFailure(c, services, ownPath(pending?.next, services), error);
  }
}

/** The pages of a sign-in by the identity provider. */
export const identityProviderPages: readonly PageRoute[] = [
  { path, get: beginSignIn },
  { path: providerCallbackPath, get: finish },
];
