import { needsCurrentPassword } from "@tools-api/core/internal";
import { singleValues } from "../../http/query.ts";
import { notFound } from "../call/route.ts";
import { addPasskey, listPasskeys, removePasskey } from "./passkeys-routes.ts";
import type { PasskeyRecord } from "../call/records.ts";
import { Field, type Faults, formFaults, FormFault, PasswordField, wrongPassword } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { Relative } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { type PageRoute, type ShownForm, signedIn, typedForm } from "../call/page-route.ts";
import { Outcome } from "../../ui/parts.tsx";
import { relyingParty } from "../../session/passkeys/ceremonies.ts";

const outcomes = new Map([
  ["added", "You added the passkey."],
  ["removed", "You removed the passkey."],
]);

function asksPassword({ services, signedIn: owner }: PageCall): Promise<boolean> {
  return needsCurrentPassword(services.documents, owner, services.clock.now());
}

function PasskeyRow({ base, passkey }: { base: string; passkey: PasskeyRecord }) {
  return (
    <li>
      <div>
        <div>{passkey.name}</div>
        <div class="muted small">
          Created <Relative at={passkey.createdAt} />,{" "}
          {passkey.lastUsedAt === null ? "never used" : ["last used ", <Relative at={passkey.lastUsedAt} />]}
        </div>
      </div>
      <a
        class="button quiet small"
        href={`${base}/profile/passkeys/${passkey.id}`}
        aria-label={`Remove ${passkey.name}`}
      >
        Remove…
      </a>
    </li>
  );
}

interface NewPasskeyProps {
  page: PageCall;
  values: Readonly<Record<string, string>>;
  faults: Faults;
  needsPassword: boolean;
}

/** Renders the form that adds a passkey. It appears in browsers that have passkeys. */
function NewPasskey({ page, values, faults, needsPassword }: NewPasskeyProps) {
  const { base } = page;
  return (
    <passkey-form ceremony="registration" options={`${base}/account/passkey-options`}>
      <form method="post" action={`${base}/profile/passkeys`}>
        <FormKey page={page} />
        <input type="hidden" name="credential" value="" />
        <Field
          name="name"
          label="Name"
          hint="To recognize it later, for instance Work laptop."
          value={values["name"]}
          faults={faults}
        />
        {needsPassword && <PasswordField label="Current password" faults={faults} />}
        <p class="notice bad" role="alert" hidden></p>
        <button>Add passkey</button>
      </form>
    </passkey-form>
  );
}

async function showPasskeys(
  page: PageCall,
  { values = {}, faults = {}, error }: ShownForm<Record<string, string>> = {},
): Promise<Response> {
  const { c, base, ask, services } = page;
  const [{ items }, needsPassword] = await Promise.all([ask(listPasskeys), asksPassword(page)]);
  return respondDashboard(
    page,
    {
      title: "Passkeys",
      section: "profile",
      crumb: ["/profile", "Profile"],
      scripts: ["passkeys.js"],
      error,
    },
    <>
      <h1>Passkeys</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <p class="muted">
        A passkey signs you in with your fingerprint, your face or the PIN of a device. Your password still
        works.
      </p>
      <div class="columns">
        <section class="card" aria-labelledby="passkeys">
          <h2 id="passkeys">Your passkeys</h2>
          {items.length === 0 ? (
            <p class="empty">You have no passkeys yet.</p>
          ) : (
            <ul class="rows">
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} base={base} passkey={passkey} />
              ))}
            </ul>
          )}
        </section>
        <section class="card" aria-labelledby="new">
          <h2 id="new">Add a passkey</h2>
          <FormFault faults={faults} />
          {relyingParty(services) === null ? (
            <p class="notice warn">
              Passkeys need a host name. The operator of this server can set <code>PUBLIC_URL</code>.
            </p>
          ) : (
            <NewPasskey page={page} values={values} faults={faults} needsPassword={needsPassword} />
          )}
          <p class="muted small">
            You need a browser with scripts and a device with a screen lock, or a security key.
          </p>
        </section>
      </div>
    </>,
  );
}

/** Returns the JSON of a field. Other text counts as itself, and fails the validation. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The form that adds a passkey. */
const newPasskeyForm = typedForm({
  read: singleValues,
  show: showPasskeys,
  async submit({ c, base, ask }, { name = "", credential = "", password }) {
    const body = { name, credential: parseAnswer(credential), ...(password !== undefined && { password }) };
    await ask(addPasskey, { body });
    return c.redirect(`${base}/profile/passkeys?notice=added`, 303);
  },
  faults(error) {
    const { credential, ...faults } = formFaults(error, {
      name: "Enter 1 to 100 characters.",
      credential: "The server does not accept this passkey. Try again.",
      password: wrongPassword,
    });
    return credential === undefined ? faults : { ...faults, "": credential };
  },
});

async function showRemoval(
  page: PageCall,
  { faults = {}, error }: { faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { base, id, ask } = page;
  const [{ items }, needsPassword] = await Promise.all([ask(listPasskeys), asksPassword(page)]);
  const passkey = items.find((item) => item.id === id);
  if (!passkey) throw notFound("passkey", id);
  return respondDashboard(
    page,
    {
      title: "Remove passkey",
      section: "profile",
      narrow: true,
      crumb: ["/profile/passkeys", "Passkeys"],
      error,
    },
    <div class="card danger">
      <h1>Remove “{passkey.name}”</h1>
      <p>It no longer signs you in. Sessions that began with it continue.</p>
      <FormFault faults={faults} />
      <form method="post" action={`${base}/profile/passkeys/${passkey.id}`}>
        {needsPassword && <PasswordField label="Current password" faults={faults} first />}
        <button class="wide bad">Remove passkey</button>
      </form>
    </div>,
  );
}

async function submitRemoval(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const { password } = await readPageForm(c);
  try {
    await ask(removePasskey, { id, body: { ...(password !== undefined && { password }) } });
    return c.redirect(`${base}/profile/passkeys?notice=removed`, 303);
  } catch (error) {
    return showRemoval(page, { faults: formFaults(error, { password: wrongPassword }), error });
  }
}

/** The pages of passkeys. */
export const passkeyPageRoutes: readonly PageRoute[] = [
  { path: "/profile/passkeys", get: signedIn((page) => showPasskeys(page)), ...newPasskeyForm },
  {
    path: "/profile/passkeys/:id",
    get: signedIn((page) => showRemoval(page)),
    post: signedIn(submitRemoval),
  },
];
