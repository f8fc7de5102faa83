import { ToolsError } from "@tools-api/core";
import { changeAccount, getAccount } from "@tools-api/core/accounts";
import type { Child } from "hono/jsx";
import type { ApiContext } from "../../http/context.ts";
import { allowanceMailsAccount, allowanceMailsPath } from "../../mail/links.ts";
import { requestSource, withSource } from "../../session/request-source.ts";
import type { AccountServices } from "../../session/services.ts";
import { Page } from "../../ui/layout.tsx";
import { respondPage } from "../../ui/respond-page.ts";
import type { PageRoute } from "../call/page-route.ts";

/**
 * Returns the account of the link in a mail, which needs no session.
 *
 * @throws ToolsError `not_found`.
 */
async function linkedAccount(c: ApiContext, services: AccountServices) {
  const id = await allowanceMailsAccount(services, c.req.query("token") ?? "");
  const account = id === null ? null : (await getAccount(services.documents, id))?.value;
  if (!account || account.status === "closed")
    throw new ToolsError("not_found", "This link belongs to no account. Copy the whole link from the mail.");
  return account;
}

function MailsPage({ base, children }: { base: string; children: Child }) {
  return (
    <Page title="Mails about your daily calls" base={base} narrow>
      <div class="card">
        <h1>Mails about your daily calls</h1>
        {children}
      </div>
    </Page>
  );
}

/** `GET`: only shows a button, because mail scanners and link previews open every link. */
async function show(c: ApiContext, services: AccountServices): Promise<Response> {
  const { allowanceMails } = await linkedAccount(c, services);
  const { basePath: base } = services;
  if (allowanceMails === false) return respondOff(c, base);
  const action = `${base}${allowanceMailsPath}?token=${encodeURIComponent(c.req.query("token") ?? "")}`;
  const page = (
    <MailsPage base={base}>
      <p>This ends the mails that you get at 80% and 100% of your daily calls. All other mails continue.</p>
      <form method="post" action={action}>
        <button class="wide" autofocus>
          Turn off these mails
        </button>
      </form>
    </MailsPage>
  );
  return respondPage(c, page);
}

function respondOff(c: ApiContext, base: string): Promise<Response> {
  const page = (
    <MailsPage base={base}>
      <p role="status">
        These mails are off. You can turn them on again on <a href={`${base}/profile`}>your profile page</a>.
      </p>
    </MailsPage>
  );
  return respondPage(c, page);
}

/** `POST`: turns the mails off, for the button of the page and for that of a mail client, which sends no cookie (RFC 8058). */
async function turnOff(c: ApiContext, services: AccountServices): Promise<Response> {
  const { id } = await linkedAccount(c, services);
  const by = requestSource(c, services, { kind: "owner", account: id });
  await changeAccount(withSource(services, by), id, { allowanceMails: false }, { at: services.clock.now() });
  return respondOff(c, services.basePath);
}

/** The page that turns off the mails about the allowance. */
export const allowanceMailsPage: PageRoute = {
  path: allowanceMailsPath,
  get: show,
  post: turnOff,
  acceptsOtherOrigins: true,
};
