import { ToolsError } from "@tools-api/core";
import { type PasswordParts, signIn, signUp, type SignUpFields } from "@tools-api/core/accounts";
import { addressTaken, digestSignUp, RepeatedRequest } from "@tools-api/core/internal";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { passwordParts } from "../sessions/password-parts.ts";
import type { Source } from "@tools-api/core/audit";
import { requestSource } from "../request-source.ts";
import { startSession } from "../sessions/session.ts";
import { Field, type Faults, formFaults, FormFault, PasswordField } from "./form.tsx";
import { Page } from "./layout.tsx";
import { goOn, ownPath } from "./next-page.tsx";
import { readPageForm } from "./page-form.ts";
import { respondPage, rejectForm } from "./respond-page.ts";

interface SignUpProps {
  base: string;
  next: string;
  values?: Record<string, string>;
  faults?: Faults;
}

function SignUp({ base, next, values = {}, faults = {} }: SignUpProps) {
  return (
    <Page title="Create account" base={base} scripts={["single-submit.js"]} narrow>
      <div class="card">
        <h1>Create your account</h1>
        <FormFault faults={faults} />
        <form method="post" action={`${base}/sign-up`}>
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
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
      </div>
      <p>
        Already have an account? <a href={`${base}/sign-in?next=${encodeURIComponent(next)}`}>Sign in</a>
      </p>
    </Page>
  );
}

export function showSignUp(c: ApiContext, services: AccountServices): Promise<Response> {
  const next = ownPath(c.req.query("next"), services);
  return respondPage(c, SignUp({ base: services.basePath, next }), { runsScripts: true });
}

/** Opens an account. For a repeated form, verifies the password of the account that the first one opened. */
async function openOnce(
  parts: PasswordParts,
  fields: Required<SignUpFields>,
  { key, now, by }: { key: string | undefined; now: number; by: Source },
) {
  const { email, name, password } = fields;
  // The digest excludes the password, because an attacker could guess passwords from it.
  const form = await digestSignUp(key, [email.toLowerCase(), name]);
  try {
    return await signUp(parts, fields, now, { form, by });
  } catch (error) {
    const found = error instanceof RepeatedRequest ? await signIn(parts, { email, password }) : null;
    if (!found) throw error instanceof RepeatedRequest ? addressTaken(email) : error;
    return found;
  }
}

/** `POST /sign-up`: opens an account on the free plan and signs in. */
export async function submitSignUp(c: ApiContext, services: AccountServices): Promise<Response> {
  const values = await readPageForm(c);
  const { email = "", name = "", password = "" } = values;
  const next = ownPath(values["next"], services);
  try {
    await services.signIns.takeSignUp(c.get("address"));
    const fields = { email: email.trim(), name: name.trim(), password };
    const { account, passwordHash } = await openOnce(passwordParts(c, services), fields, {
      key: values["key"],
      now: services.clock.now(),
      by: requestSource(c, services),
    });
    await startSession(c, services, account, { passwordHash });
    await rememberDevice(c, services, account.email);
    return await goOn(c, services, next);
  } catch (error) {
    const taken = error instanceof ToolsError && error.code === "conflict";
    const faults = taken
      ? { email: "An account with this address exists. If it is yours, sign in." }
      : formFaults(error, {
          email: "Enter an email address such as ada@example.com.",
          name: "Enter at most 200 characters.",
        });
    const page = SignUp({ base: services.basePath, next, values, faults });
    return respondPage(c, page, { status: rejectForm(c, error), runsScripts: true });
  }
}
