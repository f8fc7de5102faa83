import { needsCurrentPassword } from "@tools-api/core/internal";
import { comparedEmail, invalidParameters } from "@tools-api/core/internal/schema";
import { getPlan } from "../plan/routes.ts";
import { getAccount } from "../call/get-account.ts";
import { closeAccount } from "./account.ts";
import { Field, type Faults, formFaults, FormFault, PasswordField } from "../../ui/form.tsx";
import { money } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";

/** `GET /profile/close`: explains the effect of closing and asks for confirmation. */
export async function showClosing(
  page: PageCall,
  { faults = {}, error }: { faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { base, services, signedIn, ask } = page;
  const { email, hasPassword } = await ask(getAccount);
  const { amountDue: due, credit } = await ask(getPlan);
  const asksPassword = await needsCurrentPassword(services.documents, signedIn, services.clock.now());
  return respondDashboard(
    page,
    { title: "Close account", section: "profile", narrow: true, crumb: ["/profile", "Profile"], error },
    <div class="card danger">
      <h1>Close your account</h1>
      <p>You cannot undo this. When you close your account:</p>
      <ul>
        <li>the server rejects all API keys, OAuth clients and apps of the account from the next call,</li>
        <li>you are signed out on all devices,</li>
        <li>the server erases your name and email address, and another account can use the address.</li>
      </ul>
      <p>
        Invoices and usage totals remain, without your name or address. To keep a copy,{" "}
        <a href={`${base}/account/export`} download="account.json">
          download your data
        </a>{" "}
        first.
      </p>
      {due.amount > 0 && (
        <p class="notice warn">
          You still owe {money(due)}. Closing the account does not end the open invoices.
        </p>
      )}
      {credit.amount > 0 && (
        <p class="notice warn">
          Your account has a credit of {money(credit)}. Closing the account does not pay it out. The operator
          of this server still sees the credit and can pay it out. Ask before you close.
        </p>
      )}
      {!hasPassword && (
        <p class="notice warn">
          Your account has no password. You can close it for 15 minutes after you sign in with a link.
        </p>
      )}
      <FormFault faults={faults} />
      <form method="post" action={`${base}/profile/close`}>
        <Field
          name="confirm"
          label="Your email address"
          hint={`To confirm, enter ${email}`}
          faults={faults}
        />
        {asksPassword && <PasswordField label="Current password" faults={faults} />}
        <button class="wide bad">Close account permanently</button>
      </form>
    </div>,
  );
}

/** `POST /profile/close`: closes the account permanently and signs the browser out. */
export async function submitClosing(page: PageCall): Promise<Response> {
  const { c, base, ask, signedIn } = page;
  const { confirm = "", password } = await readPageForm(c);
  try {
    if (comparedEmail(confirm.trim()) !== comparedEmail(signedIn.account.email))
      throw invalidParameters([{ name: "confirm", detail: "expected the email address of the account" }]);
    await ask(closeAccount, { body: { ...(password !== undefined && { password }) } });
    return c.redirect(`${base}/?notice=closed`, 303);
  } catch (error) {
    const faults = formFaults(error, {
      confirm: "Enter the email address of your account.",
      password: "The password does not match. Enter your current password.",
    });
    return showClosing(page, { faults, error });
  }
}
