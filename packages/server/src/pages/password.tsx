import { changePassword, needsCurrentPassword } from "@tools-api/core";
import { rememberDevice } from "../sessions/known-device.ts";
import { type SignedIn, startSession } from "../sessions/session.ts";
import { Field, type Faults, faultsOf, FormFault } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { PageCall } from "./page-call.ts";
import { formOf } from "./page-form.ts";
import { respondPage, statusOf } from "./respond-page.ts";

interface PasswordProps {
  base: string;
  signedIn: SignedIn;
  asksCurrent: boolean;
  faults?: Faults;
}

function Password({ base, signedIn: { account }, asksCurrent, faults = {} }: PasswordProps) {
  const title = asksCurrent ? "Change the password" : "Set a password";
  return (
    <Page title={title} base={base} signedInAs={account} section="profile" narrow>
      <div class="card">
        <h1>{title}</h1>
        <FormFault faults={faults} />
        <form method="post" action={`${base}/password`}>
          {/* Tells password managers whose password it is. */}
          <input type="text" name="email" value={account.email} autocomplete="username" readonly hidden />
          {asksCurrent && (
            <Field
              name="current_password"
              label="Current password"
              type="password"
              autocomplete="current-password"
              faults={faults}
              first
            />
          )}
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            hint="8 to 128 characters of any kind. All other sessions end."
            faults={faults}
            first={!asksCurrent}
          />
          <button class="wide">{title}</button>
        </form>
      </div>
      <p>
        <a href={`${base}/profile`}>Not now</a>
      </p>
    </Page>
  );
}

/** `GET /password` */
export async function showPassword({ c, services, signedIn }: PageCall): Promise<Response> {
  const asksCurrent = await needsCurrentPassword(services.documents, signedIn, services.clock.now());
  return respondPage(c, Password({ base: services.basePath, signedIn, asksCurrent }));
}

/** `POST /password`: ends all sessions, and begins another for this browser. */
export async function submitPassword({ c, services, signedIn }: PageCall): Promise<Response> {
  const { password = "", current_password: current = "" } = await formOf(c);
  const { account } = signedIn;
  const now = services.clock.now();
  let giveBack = () => {};
  try {
    giveBack = services.signIns.take({
      address: c.get("address"),
      subject: account.id,
      device: signedIn.session.id,
    });
    const passwordHash = await changePassword(services, signedIn, { current, password }, now);
    giveBack();
    await startSession(c, services, account, { passwordHash });
    await rememberDevice(c, services, account.email);
    return c.redirect(`${services.basePath}/profile?notice=password`, 303);
  } catch (error) {
    const faults = faultsOf(error, { current_password: "This is not the account's password." });
    // Only a wrong guess counts.
    if (!("current_password" in faults)) giveBack();
    const asksCurrent = await needsCurrentPassword(services.documents, signedIn, now);
    const page = Password({ base: services.basePath, signedIn, asksCurrent, faults });
    return respondPage(c, page, { status: statusOf(c, error) });
  }
}
