import { ToolsError } from "@tools-api/core";
import {
  type Account,
  EmailAddress,
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
  checkSignUp,
  digestSignUp,
  invitationWrites,
  RepeatedRequest,
} from "@tools-api/core/internal";
import { comparedEmail, invalidParameters } from "@tools-api/core/internal/schema";
import type { WriteOperation } from "@tools-api/core/storage";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { rememberDevice } from "../../session/known-device.ts";
import { passwordParts } from "../../session/password-parts.ts";
import type { Source } from "@tools-api/core/audit";
import { recordRefusedAttempt } from "../../session/refused-attempts.ts";
import { requestSource } from "../../session/request-source.ts";
import { startSession } from "../../session/session.ts";
import { requestMailLink, sendVerification } from "../../mail/mail-requests.ts";
import { readInvitation, requireSignUp } from "./sign-up-rules.ts";
import { EmailField, Field, type Faults, formFaults, FormFault, PasswordField } from "../../ui/form.tsx";
import type { IdentityProvider } from "../../session/identity-provider.ts";
import { Page } from "../../ui/layout.tsx";
import { goOn, ownPath } from "../../ui/next-page.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { Outcome } from "../../ui/parts.tsx";
import { respondPage, rejectForm } from "../../ui/respond-page.ts";
import { ProviderSignIn } from "../call/sign-in-page.tsx";
import { keepSignUpRequest } from "./sign-up-request.ts";

interface SignUpProps {
  base: string;
  next: string;
  /** The token of an invitation; empty without one. */
  invitation: string;
  provider: IdentityProvider | null;
  /** Whether the account opens by a link in a mail. */
  provesAddresses: boolean;
  notice?: string | undefined;
  values?: Record<string, string>;
  faults?: Faults;
}

const outcomes = new Map([
  ["sent", "A mail is on its way. Open its link in this browser within 24 hours to continue."],
]);

/** Renders the name and the password of a new account. */
export function NewOwnerFields({ name, faults }: { name?: string | undefined; faults: Faults }) {
  return (
    <>
      <Field name="name" label="Name (optional)" autocomplete="name" value={name} faults={faults} optional />
      <PasswordField isNew hint="8 to 128 characters of any kind." faults={faults} />
    </>
  );
}

function SignUp({
  base,
  next,
  invitation,
  provider,
  provesAddresses,
  notice,
  values = {},
  faults = {},
}: SignUpProps) {
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
          <EmailField
            hint={provesAddresses ? "You get a mail with a link. You set your password there." : undefined}
            value={values["email"]}
            faults={faults}
          />
          {/* With a proof by mail, the owner of the address sets the password on the page of the link. */}
          {!provesAddresses && <NewOwnerFields name={values["name"]} faults={faults} />}
          <button class="wide">{provesAddresses ? "Send link" : "Create account"}</button>
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
  const provesAddresses = services.mail?.provesAddresses ?? false;
  const props = {
    base,
    next,
    notice,
    provider,
    provesAddresses,
    values,
    invitation: found ? invitation : "",
  };
  return respondPage(c, SignUp(props), { runsScripts: true });
}

/**
 * Opens an account. For a repeated form, verifies the password of the account that the first one opened. Resolves also with
 * whether the account is new.
 */
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
  const form = await digestSignUp(key, [comparedEmail(email), name]);
  try {
    return { ...(await signUp(parts, fields, now, { form, ...options })), isNew: true };
  } catch (error) {
    const found = error instanceof RepeatedRequest ? await signIn(parts, { email, password }) : null;
    if (!found) throw error instanceof RepeatedRequest ? addressTaken(email) : error;
    return { ...found, isNew: false };
  }
}

/** Returns the errors to show with a rejected sign-up. */
export function signUpFaults(error: unknown): Faults {
  return isAddressTaken(error)
    ? { email: "An account with this address exists. If it is yours, sign in." }
    : formFaults(error, {
        email: "Enter an email address such as ada@example.com.",
        name: "Enter at most 200 characters.",
      });
}

function isAddressTaken(error: unknown): boolean {
  return error instanceof ToolsError && error.code === "conflict" && error.message.startsWith("email:");
}

/**
 * Sends a link with which the account opens. The response is the same for an address that has an account, whose owner gets
 * a mail that says so. Of the form, only the address is used.
 */
async function sendSignUpLink(
  c: ApiContext,
  services: AccountServices,
  { email, next, invitation }: { email: string; next: string; invitation: string },
): Promise<Response> {
  if (!EmailAddress.safeParse(email).success)
    throw invalidParameters([{ name: "email", detail: "expected an email address" }]);
  const found = await requireSignUp(services, { email, invitation });
  await services.signIns.takeForm("sign-up", c.get("address"));
  // An invitation to the address itself works in each browser of its owner.
  const bound = found?.value.email ? found.value.id : undefined;
  await requestMailLink(c, services, { purpose: "sign-up", email, invitation: bound });
  keepSignUpRequest(c, services, { next, invitation });
  return c.redirect(`${services.basePath}/sign-up?notice=sent`, 303);
}

/** Opens an account without a proof of its address, and signs in. */
async function openUnproved(
  c: ApiContext,
  services: AccountServices,
  fields: Required<SignUpFields>,
  { key, next, invitation }: { key: string | undefined; next: string; invitation: string },
): Promise<Response> {
  const now = services.clock.now();
  checkSignUp(fields, now);
  const found = await requireSignUp(services, { email: fields.email, invitation });
  await services.signIns.takeForm("sign-up", c.get("address"));
  const { account, passwordHash, isNew } = await openOnce(passwordParts(c, services), fields, {
    key,
    now,
    by: requestSource(c, services),
    opens: openingPlan(services.plans, found?.value.plan),
    otherWrites: ({ id }) => (found ? invitationWrites(found, id, now) : []),
  });
  if (services.mail && isNew) await sendVerification(services, account, account.email, c.get("address"));
  await startSession(c, services, account, { passwordHash, isFirst: isNew });
  await rememberDevice(c, services, account.email);
  return goOn(c, services, next);
}

/** `POST /sign-up`: opens an account and signs in. If mail proves addresses, sends a link instead. */
export async function submitSignUp(c: ApiContext, services: AccountServices): Promise<Response> {
  const values = await readPageForm(c);
  const { name = "", password = "", invitation = "" } = values;
  const email = (values["email"] ?? "").trim();
  const next = ownPath(values["next"], services);
  const provesAddresses = services.mail?.provesAddresses ?? false;
  try {
    if (provesAddresses) return await sendSignUpLink(c, services, { email, next, invitation });
    const fields = { email, name: name.trim(), password };
    return await openUnproved(c, services, fields, { key: values["key"], next, invitation });
  } catch (error) {
    if (isAddressTaken(error)) await recordRefusedAttempt(c, services, { action: "sign_up.refused", email });
    const { basePath: base, identityProvider: provider } = services;
    const faults = signUpFaults(error);
    const page = SignUp({ base, next, invitation, provider, provesAddresses, values, faults });
    return respondPage(c, page, { status: rejectForm(c, error), runsScripts: true });
  }
}
