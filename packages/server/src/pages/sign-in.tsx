import { signIn, ToolsError } from "@tools-api/core";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { knownDevice, rememberDevice } from "../sessions/known-device.ts";
import { endSession, startSession } from "../sessions/session.ts";
import { Field, type Faults, faultsOf, FormFault } from "./form.tsx";
import { goOn } from "./go-on.tsx";
import { Page } from "./layout.tsx";
import { ownPath } from "./own-path.ts";
import { formOf } from "./page-form.ts";
import { Outcome } from "./parts.tsx";
import { respondPage, statusOf } from "./respond-page.ts";

interface SignInProps {
  base: string;
  next: string;
  email?: string;
  /** What has led here, by its name. */
  notice?: string | undefined;
  faults?: Faults;
}

const outcomes = new Map([
  ["signed-out", "You are signed out."],
  ["not-taken", "You were signed out, so nothing was changed. Sign in, then send the form again."],
]);

/** Why somebody who wanted to go elsewhere is asked to sign in; nothing for who has come to do that. */
function reasonFor(next: string, base: string): string | null {
  if (next.startsWith(`${base}/oauth/`))
    return "An application asks to use your account. Sign in first; then you say whether it may.";
  return next === `${base}/` ? null : "The page that you asked for is there once you have signed in.";
}

function SignIn({ base, next, email, notice, faults = {} }: SignInProps) {
  const reason = reasonFor(next, base);
  return (
    <Page title="Sign in" base={base} narrow>
      <div class="card">
        <h1>Sign in</h1>
        <Outcome name={notice} sentences={outcomes} />
        {reason && <p class="muted">{reason}</p>}
        <FormFault faults={faults} />
        <form method="post" action={`${base}/sign-in`}>
          <input type="hidden" name="next" value={next} />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={email}
            faults={faults}
            first
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            faults={faults}
          />
          <button class="wide">Sign in</button>
        </form>
      </div>
      <p>
        No account yet? <a href={`${base}/sign-up?next=${encodeURIComponent(next)}`}>Create one</a>
      </p>
      <p class="muted">
        Forgotten the password? Whoever runs this server can make you a link to sign in with:{" "}
        <code>tools-api accounts sign-in-link --email …</code>
      </p>
    </Page>
  );
}

/** `GET /sign-in`: the form, for the signed-in as well, who may want another account. */
export function showSignIn(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  return respondPage(c, SignIn({ base: services.basePath, next, notice: c.req.query("notice") }));
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
    found = await signIn(services, { email, password });
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

/** `POST /sign-in` */
export async function submitSignIn(c: ApiContext, services: AccountServices): Promise<Response> {
  const values = await formOf(c);
  const email = (values["email"] ?? "").trim();
  const next = ownPath(values["next"], services);
  try {
    const credentials = { email, password: values["password"] ?? "" };
    const { account, passwordHash } = await checkPassword(c, services, credentials);
    await startSession(c, services, account, { passwordHash });
    await rememberDevice(c, services, account.email);
    return await goOn(c, services, next);
  } catch (error) {
    const page = SignIn({ base: services.basePath, next, email, faults: faultsOf(error) });
    return respondPage(c, page, { status: statusOf(c, error) });
  }
}

/** `POST /sign-out` */
export async function signOut(c: ApiContext, services: AccountServices): Promise<Response> {
  await endSession(c, services);
  return c.redirect(`${services.basePath}/sign-in?notice=signed-out`, 303);
}
