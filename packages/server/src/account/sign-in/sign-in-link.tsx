import { ToolsError } from "@tools-api/core";
import { type Account, findSignInLink, redeemSignInLink } from "@tools-api/core/accounts";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { rememberDevice } from "../../session/known-device.ts";
import { requestSource } from "../../session/request-source.ts";
import { startSession } from "../../session/session.ts";
import { Page } from "../../ui/layout.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { respondPage } from "../../ui/respond-page.ts";

function notGood(): ToolsError {
  return new ToolsError(
    "not_found",
    "This link was used or has expired. Ask the operator of this server for a new one.",
  );
}

function SignInLink({ base, account, token }: { base: string; account: Account; token: string }) {
  return (
    <Page title="Sign in with a link" base={base} narrow>
      <div class="card">
        <h1>Sign in with a link</h1>
        <p>
          This signs you in as <strong>{account.email}</strong>. The link works once. You can set a password
          next.
        </p>
        <form method="post" action={`${base}/sign-in/link`}>
          <input type="hidden" name="token" value={token} />
          <button class="wide" autofocus>
            Sign in
          </button>
        </form>
      </div>
    </Page>
  );
}

/** `GET /sign-in/link`: only shows a button, because mail scanners and link previews open every link. */
export async function showSignInLink(c: ApiContext, services: AccountServices): Promise<Response> {
  const token = c.req.query("token") ?? "";
  const account = await findSignInLink(services.documents, token, services.clock.now());
  if (!account) throw notGood();
  return respondPage(c, SignInLink({ base: services.basePath, account, token }));
}

/** `POST /sign-in/link`: redeems the link and signs in. */
export async function takeLink(c: ApiContext, services: AccountServices): Promise<Response> {
  const { token = "" } = await readPageForm(c);
  const by = requestSource(c, services);
  const account = await redeemSignInLink(services.documents, token, services.clock.now(), by);
  if (!account) throw notGood();
  await startSession(c, services, account, { method: "link" });
  await rememberDevice(c, services, account.email);
  return c.redirect(`${services.basePath}/password`, 303);
}
