import { needsCurrentPassword } from "@tools-api/core/internal";
import { beginAtProvider, requireProvider } from "../../session/pending-sign-in.ts";
import { confirmOwner } from "../call/confirm-owner.ts";
import { getProviderLink, removeProvider } from "./identity-provider-routes.ts";
import { type Faults, formFaults, FormFault, PasswordField, wrongPassword } from "../../ui/form.tsx";
import { Instant } from "../../ui/format.tsx";
import { Page } from "../../ui/layout.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { Outcome } from "../../ui/parts.tsx";
import { respondPage } from "../../ui/respond-page.ts";

const path = "/profile/identity-provider";

const outcomes = new Map([
  ["connected", "You connected the account."],
  ["disconnected", "You disconnected the account."],
]);

/** Begins to link the account of a signed-in owner. Returns the address at the provider that continues. */
function beginLink({ c, services, base, signedIn: { session } }: PageCall): Promise<string> {
  return beginAtProvider(c, services, { next: `${base}${path}?notice=connected`, session: session.id });
}

async function showProvider(
  page: PageCall,
  { faults = {}, error }: { faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { c, base, ask, services } = page;
  const { name } = requireProvider(services);
  const [{ link }, needsPassword] = await Promise.all([
    ask(getProviderLink),
    needsCurrentPassword(services.documents, page.signedIn, services.clock.now()),
  ]);
  return respondDashboard(
    page,
    {
      title: `Sign-in with ${name}`,
      section: "profile",
      narrow: true,
      crumb: ["/profile", "Profile"],
      error,
    },
    <div class="card">
      <h1>Sign-in with {name}</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {link ? (
        <p>
          Your account is connected to {link.email === null ? "a user" : <strong>{link.email}</strong>} of{" "}
          {name} since <Instant at={link.createdAt} />. Last sign-in: <Instant at={link.lastUsedAt} />.
        </p>
      ) : (
        <p>Connect your account to sign in with {name} instead of your password.</p>
      )}
      <FormFault faults={faults} />
      <form method="post" action={base + path}>
        <input type="hidden" name="action" value={link ? "disconnect" : "connect"} />
        {needsPassword && <PasswordField label="Current password" faults={faults} />}
        <button class={link ? "wide bad" : "wide"}>
          {link ? "Disconnect" : "Connect"} {name}
        </button>
      </form>
    </div>,
  );
}

/** Sends the browser to the provider by a page: a form could not leave this server. */
async function leaveForProvider(page: PageCall): Promise<Response> {
  const { c, base, services } = page;
  const { name } = requireProvider(services);
  const url = await beginLink(page);
  return respondPage(
    c,
    <Page title={`Connect ${name}`} base={base} narrow goOnTo={url}>
      <div class="card">
        <h1>Connect {name}</h1>
        <p>
          <a href={url}>Continue to {name}</a>
        </p>
      </div>
    </Page>,
  );
}

async function submitProvider(page: PageCall): Promise<Response> {
  const { c, base, ask, services } = page;
  requireProvider(services);
  const { password, action } = await readPageForm(c);
  try {
    if (action === "connect") {
      const caller = { ...page.signedIn, credential: null };
      await confirmOwner({ c, services, caller, now: services.clock.now() }, password);
      return await leaveForProvider(page);
    }
    await ask(removeProvider, { body: { ...(password !== undefined && { password }) } });
    return c.redirect(`${base}${path}?notice=disconnected`, 303);
  } catch (error) {
    const faults = formFaults(error, { password: wrongPassword });
    return showProvider(page, { faults, error });
  }
}

/** The page of the identity provider. */
export const identityProviderPageRoutes: readonly PageRoute[] = [
  { path, get: signedIn((page) => showProvider(page)), post: signedIn(submitProvider) },
];
