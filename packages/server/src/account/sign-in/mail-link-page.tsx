import { ToolsError } from "@tools-api/core";
import { type Account } from "@tools-api/core/accounts";
import {
  findMailLink,
  findResetAccount,
  linkUsed,
  redeemResetLink,
  verifyByMailLink,
} from "@tools-api/core/internal/identity";
import type { Child } from "hono/jsx";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { recordRefusedLink } from "../../session/refused-attempts.ts";
import { requestSource, withSource } from "../../session/request-source.ts";
import { rememberDevice } from "../../session/known-device.ts";
import { startSession } from "../../session/session.ts";
import { Page } from "../../ui/layout.tsx";
import { confirmSignUpPage } from "./confirm-sign-up.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { respondPage } from "../../ui/respond-page.ts";

interface LinkPageProps {
  base: string;
  path: string;
  token: string;
  title: string;
  button: string;
  children: Child;
}

/** Renders the page of a link. It only shows a button, because mail scanners and link previews open every link. */
function LinkPage({ base, path, token, title, button, children }: LinkPageProps) {
  return (
    <Page title={title} base={base} narrow>
      <div class="card">
        <h1>{title}</h1>
        <p>{children}</p>
        <form method="post" action={base + path}>
          <input type="hidden" name="token" value={token} />
          <button class="wide" autofocus>
            {button}
          </button>
        </form>
      </div>
    </Page>
  );
}

/** `GET /verify-address`: shows the button to the owner of the account. */
async function showVerification({ c, services, base, signedIn: { account } }: PageCall): Promise<Response> {
  const token = c.req.query("token") ?? "";
  const link = await findMailLink(services.documents, token, "verify", services.clock.now());
  if (!link) throw linkUsed();
  if (link.value.account?.id !== account.id) throw forAnotherAccount(account);
  const title = "Confirm your email address";
  const page = (
    <LinkPage base={base} path="/verify-address" token={token} title={title} button="Confirm address">
      This confirms the address <strong>{link.value.email}</strong>.
    </LinkPage>
  );
  return respondPage(c, page);
}

function forAnotherAccount({ email }: Pick<Account, "email">): ToolsError {
  return new ToolsError(
    "not_found",
    `This link is for another account than ${email}. Sign in to that account first, then open the link again.`,
  );
}

/** `POST /verify-address`: confirms the address of the signed-in owner. */
async function confirmAddress({ c, services, signedIn: { account, session } }: PageCall): Promise<Response> {
  const { token = "" } = await readPageForm(c);
  const by = requestSource(c, services, { kind: "owner", account: account.id, credential: session.id });
  const now = services.clock.now();
  const confirmed = await verifyByMailLink(withSource(services, by), token, account, now);
  if (!confirmed) throw linkUsed();
  if (confirmed.email !== account.email) await rememberDevice(c, services, confirmed.email);
  return c.redirect(`${services.basePath}/profile?notice=verified`, 303);
}

const resetPath = "/reset-password/confirm";

/** `GET /reset-password/confirm`: shows the button. */
async function showReset(c: ApiContext, services: AccountServices): Promise<Response> {
  const token = c.req.query("token") ?? "";
  const found = await findResetAccount(services.documents, token, services.clock.now());
  if (!found) throw linkUsed();
  const { basePath: base } = services;
  const page = (
    <LinkPage base={base} path={resetPath} token={token} title="Reset your password" button="Continue">
      This signs you in as <strong>{found.account.email}</strong>. You set a new password next.
    </LinkPage>
  );
  return respondPage(c, page);
}

/** `POST /reset-password/confirm`: uses the link and signs in. */
async function redeemReset(c: ApiContext, services: AccountServices): Promise<Response> {
  const { token = "" } = await readPageForm(c);
  const by = requestSource(c, services);
  const account = await redeemResetLink(withSource(services, by), token, services.clock.now());
  if (!account) {
    await recordRefusedLink(c, services, token);
    throw linkUsed();
  }
  await startSession(c, services, account, { method: "link" });
  await rememberDevice(c, services, account.email);
  return c.redirect(`${services.basePath}/password`, 303);
}

/** The pages of the links that mails contain. */
export const mailLinkPages: readonly PageRoute[] = [
  confirmSignUpPage,
  { path: "/verify-address", get: signedIn(showVerification), post: signedIn(confirmAddress) },
  { path: resetPath, get: showReset, post: redeemReset },
];
