import { invalidParameters, needsCurrentPassword } from "@tools-api/core/internal";
import { closeAccount, getAccount } from "../../management/account.ts";
import { Field, type Faults, faultsOf, FormFault } from "../../pages/form.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { formOf } from "../../pages/page-form.ts";
import { respondPage, statusOf } from "../../pages/respond-page.ts";

async function closingPage({ base, services, signedIn, ask }: PageCall, faults: Faults = {}) {
  const { email, has_password } = await ask(getAccount);
  const asksPassword = await needsCurrentPassword(services.documents, signedIn, services.clock.now());
  return (
    <Page title="Close the account" base={base} signedInAs={signedIn.account} section="profile" narrow>
      <p class="crumb">
        <a href={`${base}/profile`}>Profile</a>
      </p>
      <div class="card danger">
        <h1>Close the account</h1>
        <p>This cannot be undone. At once:</p>
        <ul>
          <li>all API keys, OAuth clients and apps of the account are refused at their next call,</li>
          <li>you are signed out everywhere,</li>
          <li>your name and e-mail address are erased; the address is free for another account.</li>
        </ul>
        <p>
          Invoices and sums of what was used are kept, without anything that says whose they were. To keep a
          copy of your own,{" "}
          <a href={`${base}/account/export`} download="account.json">
            download your data
          </a>{" "}
          first.
        </p>
        {!has_password && (
          <p class="notice warn">
            The account has no password, so it can be closed for 15 minutes after you have signed in by a
            link.
          </p>
        )}
        <FormFault faults={faults} />
        <form method="post" action={`${base}/profile/close`}>
          <Field
            name="confirm"
            label="Your e-mail address"
            hint={`To confirm, type ${email}`}
            faults={faults}
          />
          {asksPassword && (
            <Field
              name="password"
              label="Current password"
              type="password"
              autocomplete="current-password"
              faults={faults}
            />
          )}
          <button class="wide bad">Close the account for good</button>
        </form>
      </div>
    </Page>
  );
}

/** `GET /profile/close`: explains the effect of closing and asks for confirmation. */
export async function showClosing(page: PageCall): Promise<Response> {
  return respondPage(page.c, await closingPage(page));
}

/** `POST /profile/close`: closes the account permanently and signs the browser out. */
export async function submitClosing(page: PageCall): Promise<Response> {
  const { c, base, ask, signedIn } = page;
  const { confirm = "", password } = await formOf(c);
  try {
    if (confirm.trim().toLowerCase() !== signedIn.account.email.toLowerCase())
      throw invalidParameters([{ name: "confirm", detail: "expected the e-mail address of the account" }]);
    await ask(closeAccount, { body: { ...(password !== undefined && { password }) } });
    return c.redirect(`${base}/?notice=closed`, 303);
  } catch (error) {
    const faults = faultsOf(error, {
      confirm: "This is not the address of the account.",
      password: "This is not the account's password.",
    });
    return respondPage(c, await closingPage(page, faults), { status: statusOf(c, error) });
  }
}
