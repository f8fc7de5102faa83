import { ToolsError } from "@tools-api/core";
import { type Account, signIn } from "@tools-api/core/accounts";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { recordRefusedAttempt } from "../../session/refused-attempts.ts";
import { passkeyOwner } from "./passkey.ts";
import { knownDevice, rememberDevice } from "../../session/known-device.ts";
import { passwordParts } from "../../session/password-parts.ts";
import { endSession, type SessionStart, startSession } from "../../session/session.ts";
import { formFaults } from "../../ui/form.tsx";
import { wasFormShownTo } from "../call/form-key.tsx";
import { type KeptForm, readKeptForm } from "../call/kept-form.tsx";
import { goOn, ownPath } from "../../ui/next-page.tsx";
import { type PageCall, pageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import type { PageHandler } from "../call/page-route.ts";
import { rejectForm } from "../../ui/respond-page.ts";
import { respondSignIn } from "../call/sign-in-page.tsx";

/** `GET /sign-in`: shows the form, also to signed-in users, who may want another account. */
export function showSignIn(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  return respondSignIn(c, services, { next, notice: c.req.query("notice") });
}

async function checkPassword(
  c: ApiContext,
  services: AccountServices,
  { email, password }: { email: string; password: string },
) {
  const device = await knownDevice(c, services, email);
  const release = await services.signIns.take({ address: c.get("address"), subject: email, device });
  let found: Awaited<ReturnType<typeof signIn>>;
  try {
    found = await signIn(passwordParts(c, services), { email, password });
  } catch (error) {
    // Only a failed guess counts.
    release();
    throw error;
  }
  // The text is the same for both, so a stranger does not learn which addresses have an account.
  if (!found) {
    await recordRefusedAttempt(c, services, { action: "sign_in.failed", email });
    throw new ToolsError(
      "invalid_credentials",
      "The email address or the password does not match. Check both and try again.",
    );
  }
  release();
  return found;
}

/** Shows a form that was submitted without a session; returns `null` if no page has such a form. */
export type ShowKeptForm = (page: PageCall, form: KeptForm) => Promise<Response> | null;

/**
 * Returns the page with the form that was submitted before the sign-in. `null` if it was for another account or its
 * page no longer exists.
 */
async function keptFormPage(page: PageCall, kept: KeptForm, show: ShowKeptForm): Promise<Response | null> {
  const key = kept.fields.find(([name]) => name === "key")?.[1] ?? "";
  if (!(await wasFormShownTo(page.services, key, page.signedIn.account))) return null;
  try {
    return await show(page, kept);
  } catch (error) {
    // For instance, a key that was deleted meanwhile.
    if (error instanceof ToolsError) return null;
    throw error;
  }
}

/**
 * Verifies the owner of an account by the fields of a form.
 *
 * @throws ToolsError with an error to show with the form.
 */
type Prove = (
  c: ApiContext,
  services: AccountServices,
  values: Readonly<Record<string, string>>,
) => Promise<{ account: Account } & SessionStart>;

function submitProof(showKeptForm: ShowKeptForm, prove: Prove): PageHandler {
  return async (c, services) => {
    const values = await readPageForm(c);
    const email = (values["email"] ?? "").trim();
    const next = ownPath(values["next"], services);
    const kept = readKeptForm(values);
    try {
      const { account, ...start } = await prove(c, services, values);
      const session = await startSession(c, services, account, start);
      await rememberDevice(c, services, account.email);
      const page = pageCall(c, services, { account, session });
      return (kept && (await keptFormPage(page, kept, showKeptForm))) ?? (await goOn(c, services, next));
    } catch (error) {
      const props = { next, email, kept, faults: formFaults(error) };
      return respondSignIn(c, services, props, { status: rejectForm(c, error) });
    }
  };
}

/** Returns the handler of `POST /sign-in`. */
export function submitSignIn(showKeptForm: ShowKeptForm): PageHandler {
  return submitProof(showKeptForm, (c, services, { email = "", password = "" }) =>
    checkPassword(c, services, { email: email.trim(), password }),
  );
}

/** Returns the handler of `POST /sign-in/passkey`. */
export function submitPasskey(showKeptForm: ShowKeptForm): PageHandler {
  return submitProof(showKeptForm, async (c, services, { credential = "" }) => ({
    account: await passkeyOwner(c, services, credential),
    method: "passkey",
  }));
}

/** `POST /sign-out`: ends the session. */
export async function signOut(c: ApiContext, services: AccountServices): Promise<Response> {
  await endSession(c, services);
  return c.redirect(`${services.basePath}/sign-in?notice=signed-out`, 303);
}
