import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiContext } from "../../http/context.ts";
import type { AccountServices } from "../../session/services.ts";
import type { IdentityProvider } from "../../session/identity-provider.ts";
import { relyingParty } from "../../session/passkeys/ceremonies.ts";
import { EmailField, type Faults, FormFault, PasswordField } from "../../ui/form.tsx";
import { KeptFields, type KeptForm } from "./kept-form.tsx";
import { Page } from "../../ui/layout.tsx";
import { Outcome } from "../../ui/parts.tsx";
import { respondPage } from "../../ui/respond-page.ts";

interface SignInProps {
  next: string;
  email?: string;
  /** The name of the reason for showing this page. */
  notice?: string | undefined;
  /** A form that reappears after the sign-in. */
  kept?: KeptForm | null;
  faults?: Faults;
}

const outcomes = new Map([
  ["signed-out", "You are signed out."],
  ["not-taken", "You were signed out, so the server changed nothing. Sign in, then send the form again."],
  ["recent", "You signed in more than 10 minutes ago. Sign in again, then make the change again."],
  ["form-kept", "You were signed out, so the server changed nothing. Sign in to return to your form."],
]);

/** Returns why a visitor on the way to another page must sign in; `null` for a visitor who opened this page. */
function reasonFor(next: string, base: string): string | null {
  if (next.startsWith(`${base}/oauth/`))
    return "An application asks to use your account. Sign in to allow or deny it.";
  return next === `${base}/` ? null : "Sign in to open the page.";
}

/** Renders the form that signs in with a passkey. It appears in browsers that have passkeys. */
function PasskeySignIn({ base, next, kept }: { base: string } & Pick<SignInProps, "next" | "kept">) {
  return (
    <passkey-form ceremony="sign-in" options={`${base}/sign-in/passkey.json`}>
      <form method="post" action={`${base}/sign-in/passkey`}>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="credential" value="" />
        {kept && <KeptFields form={kept} />}
        <p class="notice bad" role="alert" hidden></p>
        <button class="quiet wide">Sign in with a passkey</button>
      </form>
    </passkey-form>
  );
}

interface ProviderSignInProps {
  base: string;
  provider: IdentityProvider;
  next: string;
  /** The token of an invitation; empty without one. */
  invitation?: string;
}

/** Renders the link that signs in by the identity provider. It is a link because a form could not leave this server. */
export function ProviderSignIn({ base, provider, next, invitation = "" }: ProviderSignInProps) {
  const query = new URLSearchParams({ next, ...(invitation !== "" && { invitation }) });
  return (
    <a class="button quiet wide" href={`${base}/sign-in/oidc?${query.toString()}`}>
      Continue with {provider.name}
    </a>
  );
}

function SignIn({
  base,
  next,
  email,
  notice,
  kept = null,
  faults = {},
  hasPasskeys,
  provider,
}: SignInProps & { base: string; hasPasskeys: boolean; provider: IdentityProvider | null }) {
  const reason = reasonFor(next, base);
  return (
    <Page title="Sign in" base={base} scripts={["passkeys.js"]} narrow>
      <div class="card">
        <h1>Sign in</h1>
        <Outcome name={notice} sentences={outcomes} />
        {reason && <p class="muted">{reason}</p>}
        <FormFault faults={faults} />
        <form method="post" action={`${base}/sign-in`}>
          <input type="hidden" name="next" value={next} />
          {kept && <KeptFields form={kept} />}
          <EmailField value={email} faults={faults} />
          <PasswordField faults={faults} />
          <button class="wide">Sign in</button>
        </form>
        {hasPasskeys && <PasskeySignIn base={base} next={next} kept={kept} />}
        {provider && <ProviderSignIn base={base} provider={provider} next={next} />}
      </div>
      <p>
        No account yet? <a href={`${base}/sign-up?next=${encodeURIComponent(next)}`}>Create one</a>
      </p>
      <p class="muted">
        Forgot your password? <a href={`${base}/reset-password`}>Reset it</a>
      </p>
    </Page>
  );
}

/** Responds with the sign-in form. */
export function respondSignIn(
  c: ApiContext,
  services: Pick<AccountServices, "publicUrl" | "basePath" | "identityProvider">,
  props: SignInProps,
  options: { status?: ContentfulStatusCode } = {},
): Promise<Response> {
  const hasPasskeys = relyingParty(services) !== null;
  const page = SignIn({
    base: services.basePath,
    hasPasskeys,
    provider: services.identityProvider,
    ...props,
  });
  return respondPage(c, page, { ...options, runsScripts: true });
}
