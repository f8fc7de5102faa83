import { signIn, ToolsError } from "@tools-api/core";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { knownDevice, rememberDevice } from "../sessions/known-device.ts";
import { passwordParts } from "../sessions/password-parts.ts";
import { endSession, startSession } from "../sessions/session.ts";
import { faultsOf } from "./form.tsx";
import { isFormOf } from "./form-key.tsx";
import { goOn } from "./go-on.tsx";
import { type KeptForm, readKeptForm } from "./kept-form.tsx";
import { ownPath } from "./own-path.ts";
import { type PageCall, pageCall } from "./page-call.ts";
import { formOf } from "./page-form.ts";
import type { PageHandler } from "./page-route.ts";
import { statusOf } from "./respond-page.ts";
import { respondSignIn } from "./sign-in-page.tsx";

/** `GET /sign-in`: the form, for the signed-in as well, who may want another account. */
export function showSignIn(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  return respondSignIn(c, { base: services.basePath, next, notice: c.req.query("notice") });
}

async function checkPassword(
  c: ApiContext,
  services: AccountServices,
  { email, password }: { email: string; password: string },
) {
  const device = await knownDevice(c, services, email);
  const giveBack = services.signIns.take({ address: c.get("address"), subject: email, device });
  let found: Awaited<ReturnType<typeof signIn>>;
  try {
    found = await signIn(passwordParts(c, services), { email, password });
  } catch (error) {
    // Only a wrong guess counts.
    giveBack();
    throw error;
  }
  // One sentence for both, so that a stranger does not learn who has an account.
  if (!found) throw new ToolsError("invalid_credentials", "The e-mail address or the password is not right.");
  giveBack();
  return found;
}

/** Shows a form again that was sent without a session; `null` for one that no page has. */
export type ShowKeptForm = (page: PageCall, form: KeptForm) => Promise<Response> | null;

/** The form that was sent before the sign-in, or `null`: for another account, or where its page is gone. */
async function keptFormPage(page: PageCall, kept: KeptForm, show: ShowKeptForm): Promise<Response | null> {
  const key = kept.fields.find(([name]) => name === "key")?.[1] ?? "";
  if (!(await isFormOf(page.services, key, page.signedIn.account))) return null;
  try {
    return await show(page, kept);
  } catch (error) {
    // Such as a key that was deleted meanwhile.
    if (error instanceof ToolsError) return null;
    throw error;
  }
}

/** `POST /sign-in` */
export function submitSignIn(showKeptForm: ShowKeptForm): PageHandler {
  return async (c, services) => {
    const values = await formOf(c);
    const email = (values["email"] ?? "").trim();
    const next = ownPath(values["next"], services);
    const kept = readKeptForm(values);
    try {
      const credentials = { email, password: values["password"] ?? "" };
      const { account, passwordHash } = await checkPassword(c, services, credentials);
      const session = await startSession(c, services, account, { passwordHash });
      await rememberDevice(c, services, account.email);
      const page = pageCall(c, services, { account, session });
      return (kept && (await keptFormPage(page, kept, showKeptForm))) ?? (await goOn(c, services, next));
    } catch (error) {
      const props = { base: services.basePath, next, email, kept, faults: faultsOf(error) };
      return respondSignIn(c, props, { status: statusOf(c, error) });
    }
  };
}

/** `POST /sign-out` */
export async function signOut(c: ApiContext, services: AccountServices): Promise<Response> {
  await endSession(c, services);
  return c.redirect(`${services.basePath}/sign-in?notice=signed-out`, 303);
}
