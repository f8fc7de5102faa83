import { endsCredentials, needsCurrentPassword } from "@tools-api/core/internal";
import { getAccount } from "../call/get-account.ts";
import { setPassword } from "../profile/password.ts";
import { type Faults, formFaults, FormFault, PasswordField } from "../../ui/form.tsx";
import { EndGivenOut, readGivenOut } from "./given-out.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";

interface PasswordProps {
  /** Whether the sent form asked to end all credentials. */
  chosen?: boolean | undefined;
  faults?: Faults;
  error?: unknown;
}

/** `GET /password`: shows the form, also with the errors of a rejected one. */
export async function showPassword(
  page: PageCall,
  { chosen, faults = {}, error }: PasswordProps = {},
): Promise<Response> {
  const { base, services, signedIn } = page;
  const { documents, clock } = services;
  const now = clock.now();
  const [asksCurrent, endsAll, givenOut] = await Promise.all([
    needsCurrentPassword(documents, signedIn, now),
    endsCredentials(documents, signedIn, now),
    readGivenOut(page),
  ]);
  const title = asksCurrent ? "Change password" : "Set password";
  return respondDashboard(
    page,
    { title, section: "profile", narrow: true, error },
    <>
      <div class="card">
        <h1>{title}</h1>
        <FormFault faults={faults} />
        <form method="post" action={`${base}/password`}>
          {/* Tells password managers the account of the password. */}
          <input
            type="text"
            name="email"
            value={signedIn.account.email}
            autocomplete="username"
            readonly
            hidden
          />
          {asksCurrent && (
            <PasswordField name="current_password" label="Current password" faults={faults} first />
          )}
          <PasswordField
            isNew
            label="New password"
            hint="8 to 128 characters of any kind. All other sessions end."
            faults={faults}
            first={!asksCurrent}
          />
          {givenOut && <EndGivenOut lists={givenOut.lists} checked={chosen ?? endsAll} />}
          <button class="wide">{title}</button>
        </form>
      </div>
      <p>
        {asksCurrent ? (
          <a href={`${base}/profile`}>Back to your profile</a>
        ) : (
          <a href={`${base}/`}>Not now</a>
        )}
      </p>
    </>,
  );
}

/** `POST /password`: ends all sessions and starts a new one for this browser. */
export async function submitPassword(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { password = "", current_password: current, offered, end_credentials: end } = await readPageForm(c);
  const chosen = offered === undefined ? undefined : end !== undefined;
  try {
    const { hasPassword: isChange } = await ask(getAccount);
    await ask(setPassword, {
      body: {
        password,
        ...(current !== undefined && { current_password: current }),
        ...(chosen !== undefined && { end_credentials: chosen }),
      },
    });
    // A user who arrived by the first sign-in link goes to the overview to begin.
    const notice = chosen === true ? "password-all" : "password";
    return c.redirect(`${base}/${isChange ? "profile" : ""}?notice=${notice}`, 303);
  } catch (error) {
    const faults = formFaults(error, {
      current_password: "The password does not match. Enter your current password.",
    });
    return showPassword(page, { chosen, faults, error });
  }
}
