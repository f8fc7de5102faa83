import { endsCredentials, needsCurrentPassword } from "@tools-api/core/internal";
import { getAccount } from "../management/account.ts";
import { setPassword } from "../management/password.ts";
import type { SignedIn } from "../sessions/session.ts";
import { Field, type Faults, faultsOf, FormFault } from "./form.tsx";
import { EndGivenOut, type GivenOut, readGivenOut } from "./given-out.tsx";
import { Page } from "./layout.tsx";
import type { PageCall } from "./page-call.ts";
import { formOf } from "./page-form.ts";
import { respondPage, statusOf } from "./respond-page.ts";

interface PasswordProps {
  base: string;
  signedIn: SignedIn;
  asksCurrent: boolean;
  givenOut: GivenOut | null;
  /** True if the box to end all credentials is checked. */
  endsAll: boolean;
  faults: Faults;
}

function Password({ base, signedIn: { account }, asksCurrent, givenOut, endsAll, faults }: PasswordProps) {
  const title = asksCurrent ? "Change password" : "Set password";
  return (
    <Page title={title} base={base} signedInAs={account} section="profile" narrow>
      <div class="card">
        <h1>{title}</h1>
        <FormFault faults={faults} />
        <form method="post" action={`${base}/password`}>
          {/* Tells password managers the account of the password. */}
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
          {givenOut && <EndGivenOut lists={givenOut.lists} checked={endsAll} />}
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
    </Page>
  );
}

async function passwordPage(
  page: PageCall,
  { chosen, faults = {} }: { chosen?: boolean | undefined; faults?: Faults } = {},
) {
  const { base, services, signedIn } = page;
  const now = services.clock.now();
  const { documents } = services;
  const [asksCurrent, endsAll, givenOut] = await Promise.all([
    needsCurrentPassword(documents, signedIn, now),
    endsCredentials(documents, signedIn, now),
    readGivenOut(page),
  ]);
  return Password({ base, signedIn, asksCurrent, givenOut, endsAll: chosen ?? endsAll, faults });
}

export async function showPassword(page: PageCall): Promise<Response> {
  return respondPage(page.c, await passwordPage(page));
}

/** `POST /password`: ends all sessions and starts a new one for this browser. */
export async function submitPassword(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { password = "", current_password: current, offered, end_credentials: end } = await formOf(c);
  const chosen = offered === undefined ? undefined : end !== undefined;
  try {
    const { has_password: isChange } = await ask(getAccount);
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
    const faults = faultsOf(error, {
      current_password: "The password does not match. Enter your current password.",
    });
    return respondPage(c, await passwordPage(page, { chosen, faults }), { status: statusOf(c, error) });
  }
}
