import { ToolsError } from "@tools-api/core";
import {
  findMailLink,
  findResetAccount,
  openByMailLink,
  redeemResetLink,
  verifyByMailLink,
} from "@tools-api/core/internal";
import type { Child } from "hono/jsx";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { requestSource, withSource } from "../request-source.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { startSession } from "../sessions/session.ts";
import { Page } from "./layout.tsx";
import { goOn, ownPath } from "./next-page.tsx";
import { readPageForm } from "./page-form.ts";
import type { PageRoute } from "./page-route.ts";
import { respondPage } from "./respond-page.ts";

function notGood(): ToolsError {
  return new ToolsError("not_found", "This link was used or has expired. Request a new one.");
}

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

/** Describes a page of links: its texts, and the two sides of its form. */
interface LinkPageRoute {
  path: string;
  title: string;
  button: string;
  /** Returns the sentence for a usable link, or `null`. */
  find: (services: AccountServices, token: string, now: number) => Promise<Child | null>;
  /** Uses the link and responds, or returns `null`. */
  redeem: (c: ApiContext, services: AccountServices, token: string, now: number) => Promise<Response | null>;
}

function linkPage({ path, title, button, find, redeem }: LinkPageRoute): PageRoute {
  return {
    path,
    async get(c, services) {
      const token = c.req.query("token") ?? "";
      const text = await find(services, token, services.clock.now());
      if (text === null) throw notGood();
      const page = LinkPage({ base: services.basePath, path, token, title, button, children: text });
      return respondPage(c, page);
    },
    async post(c, services) {
      const { token = "" } = await readPageForm(c);
      const response = await redeem(c, services, token, services.clock.now());
      if (!response) throw notGood();
      return response;
    },
  };
}

/** The pages of the links that mails contain. */
export const mailLinkPages: readonly PageRoute[] = [
  linkPage({
    path: "/sign-up/confirm",
    title: "Confirm your email address",
    button: "Create account",
    async find({ documents }, token, now) {
      const link = await findMailLink(documents, token, "sign-up", now);
      return (
        link && (
          <>
            This creates your account with the address <strong>{link.value.email}</strong>.
          </>
        )
      );
    },
    async redeem(c, services, token, now) {
      const opened = await openByMailLink(services.documents, token, now, requestSource(c, services));
      if (!opened) return null;
      await startSession(c, services, opened.account, { passwordHash: opened.passwordHash, isFirst: true });
      await rememberDevice(c, services, opened.account.email);
      return goOn(c, services, ownPath(opened.next, services));
    },
  }),
  linkPage({
    path: "/verify-address",
    title: "Confirm your email address",
    button: "Confirm address",
    async find({ documents }, token, now) {
      const link = await findMailLink(documents, token, "verify", now);
      return (
        link && (
          <>
            This confirms the address <strong>{link.value.email}</strong>.
          </>
        )
      );
    },
    async redeem(c, services, token, now) {
      const by = requestSource(c, services);
      const account = await verifyByMailLink(withSource(services, by), token, now);
      return account && c.redirect(`${services.basePath}/profile?notice=verified`, 303);
    },
  }),
  linkPage({
    path: "/reset-password/confirm",
    title: "Reset your password",
    button: "Continue",
    async find({ documents }, token, now) {
      const found = await findResetAccount(documents, token, now);
      return (
        found && (
          <>
            This signs you in as <strong>{found.account.email}</strong>. You set a new password next.
          </>
        )
      );
    },
    async redeem(c, services, token, now) {
      const by = requestSource(c, services);
      const account = await redeemResetLink(withSource(services, by), token, now);
      if (!account) return null;
      await startSession(c, services, account, { method: "link" });
      await rememberDevice(c, services, account.email);
      return c.redirect(`${services.basePath}/password`, 303);
    },
  }),
];
