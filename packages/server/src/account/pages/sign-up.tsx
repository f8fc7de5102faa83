import { ToolsError } from "@tools-api/core";
import {
  type Account,
  type PasswordParts,
  type PlanVersion,
  signUpRefused,
  signIn,
  signUp,
  type SignUpFields,
} from "@tools-api/core/accounts";
import { openingPlan } from "@tools-api/core/billing";
import {
  addressTaken,
  digestSignUp,
  invitationWrites,
  prepareSignUp,
  RepeatedRequest,
} from "@tools-api/core/internal";
import type { WriteOperation } from "@tools-api/core/storage";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { passwordParts } from "../sessions/password-parts.ts";
import type { Source } from "@tools-api/core/audit";
import { requestSource } from "../request-source.ts";
import { startSession } from "../sessions/session.ts";
import { requestMailLink, requestVerification } from "../mail/mail-requests.ts";
import { readInvitation, requireSignUp } from "../sign-up-rules.ts";
import { Field, type Faults, formFaults, FormFault, PasswordField } from "./form.tsx";
import type { IdentityProvider } from "../identity-provider/client.ts";
import { Page } from "./layout.tsx";
import { goOn, ownPath } from "./next-page.tsx";
import { readPageForm } from "./page-form.ts";
import { Outcome } from "./parts.tsx";
import { respondPage, rejectForm } from "./respond-page.ts";
import { ProviderSignIn } from "./sign-in-page.tsx";

interface SignUpProps {
  base: string;
  next: string;
  /** The token of an invitation; empty without one. */
  invitation: string;
  provider: IdentityProvider | null;
  notice?: string | undefined;
  values?: Record<string, string>;
  faults?: Faults;
}

const outcomes = new Map([["sent", "A mail is on its way. Open its link within 24 hours to continue."]]);

function SignUp({ base, next, invitation, provider, notice, values = {}, faults = {} }: SignUpProps) {
  return (
    <Page title="Create account" base={base} scripts={["single-submit.js"]} narrow>
      <div class="card">
        <h1>Create your account</h1>
        <Outcome name={notice} sentences={outcomes} />
        <FormFault faults={faults} />
        <form method="post" action={`${base}/sign-up`}>
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          {invitation !== "" && <input type="hidden" name="invitation" value={invitation} />}
          <Field
            name="email"
            label="Email address"
            type="email"
            autocomplete="username"
            value={values["email"]}
            faults={faults}
            first
          />
          <Field
            name="name"
            label="Name (optional)"
            autocomplete="name"
            value={values["name"]}
            faults={faults}
            optional
          />
          <PasswordField isNew hint="8 to 128 characters of any kind." faults={faults} />
          <button class="wide">Create account</button>
        </form>
        {provider && <ProviderSignIn base={base} provider={provider} next={next} invitation={invitation} />}
      </div>
      <p>
        Already have an account? <a href={`${base}/sign-in?next=${encodeURIComponent(next)}`}>Sign in</a>
      </p>
    </Page>
  );
}

/** Renders the reason why a visitor cannot open an account. */
function NoSignUp({ base, reason }: { base: string; reason: string }) {
  return (
    <Page title="Create account" base={base} narrow>
      <div class="card">
        <h1>Create your account</h1>
        <p>{reason}</p>
      </div>
      <p>
        Already have an account? <a href={`${base}/sign-in`}>Sign in</a>
      </p>
    </Page>
  );
}

/** `GET /sign-up`: shows the form, or the reason why this visitor cannot open an account. */
export async function showSignUp(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  const { basePath: base, signUp: policy, identityProvider: provider } = services;
  const invitation = c.req.query("invitation") ?? "";
  const notice = c.req.query("notice");
  const found = await readInvitation(services, invitation, null);
  if (policy.mode !== "open" && !found && notice === undefined) {
    const refused = signUpRefused(policy);
    return respondPage(c, NoSignUp({ base, reason: refused.message }), { status: rejectForm(c, refused) });
  }
  const values = { email: found?.value.email ?? "" };
  const props = { base, next, notice, provider, values, invitation: found ? invitation : "" };
  return respondPage(c, SignUp(props), { runsScripts: true });
}

/** Opens an account. For a repeated form, verifies the password of the account that the first one opened. */
async function openOnce(
  parts: PasswordParts,
  fields: Required<SignUpFields>,
  {
    key,
    now,
    ...options
  }: {
    key: string | undefined;
    now: number;
    by: Source;
    opens: PlanVersion;
    otherWrites: (account: Account) => WriteOperation[];
  },
) {
  const { email, name, password } = fields;
  // The digest excludes the password, because an attacker could guess passwords from it.
  const form = await digestSignUp(key, [email.toLowerCase(), name]);
  try {
    return await signUp(parts, fields, now, { form, ...options });
  } catch (error) {
    const found = error instanceof RepeatedRequest ? await signIn(parts, { email, password }) : null;
    if (!found) throw error instanceof RepeatedRequest ? addressTaken(email) : error;
    return found;
  }
}

/**
 * `POST /sign-up`: opens an account and signs in. If mail proves addresses, sends a link instead, with which the account
 * opens. Then the response is the same for an address that has an account, whose owner gets a mail that says so.
 */
export async function submitSignUp(c: ApiContext, services: AccountServices): Promise<Response> {
  const values = await readPageForm(c);
  const { email = "", name = "", password = "", invitation = "" } = values;
  const next = ownPath(values["next"], services);
  try {
    await services.signIns.takeSignUp(c.get("address"));
    const fields = { email: email.trim(), name: name.trim(), password };
    const found = await requireSignUp(services, { email: fields.email, invitation });
    const now = services.clock.now();
    const parts = passwordParts(c, services);
    const opens = openingPlan(services.plans, found?.value.plan);
    if (services.mail?.provesAddresses) {
      const { passwordHash, ...prepared } = await prepareSignUp(parts.passwords, fields, now);
      const opening = { name: prepared.name, passwordHash, next, ...opens, invitation: found?.value.id };
      await requestMailLink(services, { purpose: "sign-up", email: prepared.email, opening });
      return c.redirect(`${services.basePath}/sign-up?notice=sent`, 303);
    }
    const { account, passwordHash } = await openOnce(parts, fields, {
      key: values["key"],
      now,
      by: requestSource(c, services),
      opens,
      otherWrites: ({ id }) => (found ? invitationWrites(found, id, now) : []),
    });
    // A repeated form finds the account that the first one opened.
    if (services.mail && account.createdAt === now) await requestVerification(services, account.email);
    await startSession(c, services, account, { passwordHash, isFirst: account.createdAt === now });
    await rememberDevice(c, services, account.email);
    return await goOn(c, services, next);
  } catch (error) {
    const taken =
      error instanceof ToolsError && error.code === "conflict" && error.message.startsWith("email:");
    const faults = taken
      ? { email: "An account with this address exists. If it is yours, sign in." }
      : formFaults(error, {
          email: "Enter an email address such as ada@example.com.",
          name: "Enter at most 200 characters.",
        });
    const { basePath: base, identityProvider: provider } = services;
    const page = SignUp({ base, next, invitation, provider, values, faults });
    return respondPage(c, page, { status: rejectForm(c, error), runsScripts: true });
  }
}
