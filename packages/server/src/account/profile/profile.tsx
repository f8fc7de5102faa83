import { type Plans, ToolsError } from "@tools-api/core";
import { planTitle } from "@tools-api/core/billing";
import { singleValues } from "../../http/query.ts";
import type { IdentityProvider } from "../../session/identity-provider.ts";
import type { AccountRecord } from "../call/account-record.ts";
import { getAccount } from "../call/get-account.ts";
import { changeAccount } from "./account.ts";
import { Field, type Faults, formFaults, FormFault, PasswordField } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { sendVerification } from "./mail.ts";
import { readPageForm } from "../../ui/page-form.ts";
import { Day } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, type ShownForm, signedIn, typedForm } from "../call/page-route.ts";
import { Facts, Outcome } from "../../ui/parts.tsx";
import { showAudit } from "./audit.tsx";
import { showClosing, submitClosing } from "./close.tsx";
import { identityProviderPageRoutes } from "./identity-provider.tsx";
import { passkeyPageRoutes } from "./passkeys.tsx";
import { currentSessions, endSessions, Sessions } from "./sessions.tsx";

const outcomes = new Map([
  ["saved", "You saved your details."],
  ["password", "You set the password and ended all other sessions."],
  ["password-all", "You set the password and ended all other sessions, API keys, OAuth clients and apps."],
  ["verification", "A mail with a link is on its way. The link works for 24 hours."],
  ["verified", "You confirmed your email address."],
  ["session", "You ended the session."],
  ["sessions", "You ended all other sessions."],
]);

interface DetailsProps {
  page: PageCall;
  account: AccountRecord;
  /** The typed values, if the form is shown again. */
  values?: Record<string, string> | undefined;
  faults: Faults;
}

function Details({ page, account, values, faults }: DetailsProps) {
  return (
    <section class="card" aria-labelledby="details">
      <h2 id="details">Your details</h2>
      <FormFault faults={faults} />
      <form method="post" action={`${page.base}/profile`}>
        <FormKey page={page} />
        <Field
          name="name"
          label="Name (optional)"
          autocomplete="name"
          value={values?.["name"] ?? account.name}
          faults={faults}
          optional
        />
        <Field
          name="email"
          label="Email address"
          type="email"
          autocomplete="email"
          hint={
            account.hasPassword
              ? "You sign in with this address."
              : "You sign in with it. You can change it for 15 minutes after you sign in with a link."
          }
          value={values?.["email"] ?? account.email}
          faults={faults}
        />
        {account.hasPassword && (
          <PasswordField
            label="Current password"
            hint="Required only to change the email address."
            faults={faults}
            optional
          />
        )}
        <button>Save changes</button>
      </form>
    </section>
  );
}

const statuses = {
  active: { name: "Active", badge: "badge good" },
  suspended: { name: "Suspended", badge: "badge bad" },
  closed: { name: "Closed", badge: "badge bad" },
} as const;

function AccountStatus({ status }: Pick<AccountRecord, "status">) {
  return <span class={statuses[status].badge}>{statuses[status].name}</span>;
}

/** Renders whether the address is confirmed, with a form that sends a mail if it is not. */
function AddressStatus({ base, account, canSend }: Omit<FactsProps, "provider" | "plans">) {
  const { pendingEmail } = account;
  if (account.emailVerifiedAt !== null && pendingEmail === null)
    return <span class="badge good">Confirmed</span>;
  return (
    <>
      {pendingEmail === null ? (
        <span class="badge warn">Not confirmed</span>
      ) : (
        <span class="badge warn">Waits for the confirmation of {pendingEmail}</span>
      )}
      {canSend && (
        <form method="post" action={`${base}/profile/verify`}>
          <button class="quiet small">Send confirmation mail</button>
        </form>
      )}
    </>
  );
}

interface FactsProps {
  base: string;
  account: AccountRecord;
  /** Whether the server sends mail. */
  canSend: boolean;
  provider: IdentityProvider | null;
  plans: Plans;
}

function AccountFacts({ base, account, canSend, provider, plans }: FactsProps) {
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <Facts
        rows={[
          ["Account ID", <code>{account.id}</code>],
          ["Status", <AccountStatus status={account.status} />],
          ["Opened", <Day at={account.createdAt} />],
          ["Email address", <AddressStatus base={base} account={account} canSend={canSend} />],
          [
            "Plan",
            <>
              {planTitle(plans, account.plan.name)} · <a href={`${base}/plan`}>View your plan</a>
            </>,
          ],
          [
            "Password",
            <>
              {account.hasPassword ? "Set" : "Not set"} ·{" "}
              <a href={`${base}/password`}>{account.hasPassword ? "Change password" : "Set password"}</a>
            </>,
          ],
          ["Passkeys", <a href={`${base}/profile/passkeys`}>Manage passkeys</a>],
          provider !== null && [
            provider.name,
            <a href={`${base}/profile/identity-provider`}>Manage sign-in</a>,
          ],
          ["Activity", <a href={`${base}/profile/activity`}>View all changes</a>],
        ]}
      />
    </section>
  );
}

/** Renders the form that switches mails about the allowance on or off. */
function MailChoices({ base, account }: Pick<FactsProps, "base" | "account">) {
  return (
    <section class="card" aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <p>
        Mails about your daily calls, at 80% and 100%:{" "}
        <strong>{account.allowanceMails ? "on" : "off"}</strong>
      </p>
      <form method="post" action={`${base}/profile/mails`}>
        <input type="hidden" name="allowance_mails" value={account.allowanceMails ? "off" : "on"} />
        <button class="quiet">Turn {account.allowanceMails ? "off" : "on"}</button>
      </form>
    </section>
  );
}

function YourData({ base }: { base: string }) {
  return (
    <section class="card" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>
        Download all stored data about your account as JSON: details, keys, apps, sessions, usage and
        invoices. The file has no secrets.
      </p>
      <p class="actions">
        <a class="button quiet" href={`${base}/account/export`} download="account.json">
          Download your data
        </a>
        <a class="button bad" href={`${base}/profile/close`}>
          Close account…
        </a>
      </p>
    </section>
  );
}

async function respondProfile(
  page: PageCall,
  { values, faults = {}, error }: ShownForm<Record<string, string>> = {},
): Promise<Response> {
  const { c, base, ask } = page;
  const [account, sessions] = await Promise.all([ask(getAccount), currentSessions(page)]);
  return respondDashboard(
    page,
    { title: "Profile", section: "profile", error },
    <>
      <h1>Profile</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <div class="columns">
        <Details page={page} account={account} values={values} faults={faults} />
        <div>
          <AccountFacts
            base={base}
            account={account}
            canSend={page.services.mail !== null}
            provider={page.services.identityProvider}
            plans={page.services.plans}
          />
          {page.services.mail && <MailChoices base={base} account={account} />}
          <YourData base={base} />
        </div>
      </div>
      <Sessions base={base} sessions={sessions} from={c.req.query("sessions_from")} />
    </>,
  );
}

function detailFaults(error: unknown, password: string, hasPassword: boolean): Faults {
  // With a password, only another account with the address can cause a conflict.
  if (hasPassword && error instanceof ToolsError && error.code === "conflict")
    return { email: "Another account uses this address. Enter a different one." };
  return formFaults(error, {
    email: "Enter an email address such as ada@example.com.",
    name: "Enter at most 200 characters.",
    password:
      password === ""
        ? "To change the email address, enter your current password."
        : "The password does not match. Enter your current password.",
  });
}

/** The form that changes the name or the address. */
const profileForm = typedForm({
  read: singleValues,
  show: respondProfile,
  async submit({ c, base, ask }, { email = "", name = "", password = "" }) {
    const body = { email: email.trim(), name: name.trim(), ...(password !== "" && { password }) };
    const { pendingEmail } = await ask(changeAccount, { body });
    const notice = pendingEmail === body.email ? "verification" : "saved";
    return c.redirect(`${base}/profile?notice=${notice}`, 303);
  },
  faults: async (error, { password = "" }, { ask }) =>
    detailFaults(error, password, (await ask(getAccount)).hasPassword),
});

/** `POST /profile/verify`: sends the mail that confirms the address. */
async function submitVerification({ c, base, ask }: PageCall): Promise<Response> {
  await ask(sendVerification);
  return c.redirect(`${base}/profile?notice=verification`, 303);
}

/** `POST /profile/mails`: switches mails about the allowance on or off. */
async function submitMails({ c, base, ask }: PageCall): Promise<Response> {
  const { allowance_mails: chosen } = await readPageForm(c);
  await ask(changeAccount, { body: { allowance_mails: chosen === "on" } });
  return c.redirect(`${base}/profile?notice=saved`, 303);
}

export const profileRoutes: readonly PageRoute[] = [
  { path: "/profile", get: signedIn((page) => respondProfile(page)), ...profileForm },
  { path: "/profile/verify", post: signedIn(submitVerification) },
  { path: "/profile/mails", post: signedIn(submitMails) },
  { path: "/profile/activity", get: signedIn(showAudit) },
  ...passkeyPageRoutes,
  ...identityProviderPageRoutes,
  { path: "/profile/sessions/end", post: signedIn(endSessions) },
  { path: "/profile/close", get: signedIn((page) => showClosing(page)), post: signedIn(submitClosing) },
];
