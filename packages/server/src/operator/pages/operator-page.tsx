import type { Child } from "hono/jsx";
import { type PageCall, respondDashboard } from "../../account/call/page-call.tsx";
import { type PageHandler, signedIn } from "../../account/call/page-route.ts";
import { asOperator, callerOnAccount, hasRecentSignIn, requireOperator } from "../calls/on-account.ts";

const accountsPath = "/operator/console";

/** The pages of the console. To add one, add a row. */
const tabs = [
  { path: "/operator", label: "Overview" },
  { path: accountsPath, label: "Accounts" },
  { path: "/operator/billing", label: "Billing" },
  { path: "/operator/invite", label: "Invitations" },
  { path: "/operator/audit", label: "Activity" },
  { path: "/operator/mail", label: "Mail" },
  { path: "/operator/endpoints", label: "Webhooks" },
] as const;

/** The path of a page of the console. */
type ConsolePath = (typeof tabs)[number]["path"];

/** Returns the path of the page of an account, without the base. */
export function accountPath(id: string): string {
  return `${accountsPath}/${id}`;
}

/**
 * Returns the handler of a page of the console. Its `ask` makes the calls of an operator, on the account in the path if
 * there is one. Every other user gets the page of an error.
 *
 * @param options `hasAccount` is false if the id in the path is not that of an account.
 */
export function operatorPage(
  handle: (page: PageCall) => Promise<Response>,
  { hasAccount = true } = {},
): PageHandler {
  return signedIn(async (page) => {
    const { c, services, id } = page;
    const operator = requireOperator({ ...page.signedIn, credential: null });
    const caller =
      id === "" || !hasAccount ? asOperator(operator) : await callerOnAccount(services, operator, id);
    return handle({ ...page, ask: (route, input) => route.perform(c, services, caller, input) });
  });
}

/** Redirects an operator who signed in more than 10 minutes ago to the sign-in page, which leads back; otherwise `null`. */
export function askForRecentSignIn(
  { c, services, signedIn: caller, base }: PageCall,
  path: string,
): Response | null {
  if (hasRecentSignIn({ ...caller, credential: null }, services.clock.now())) return null;
  const query = new URLSearchParams({ next: base + path, notice: "recent" });
  return c.redirect(`${base}/sign-in?${query.toString()}`, 303);
}

interface ConsoleFrame {
  title: string;
  path: ConsolePath;
  styles?: readonly string[];
  scripts?: readonly string[];
  narrow?: boolean;
  crumb?: readonly [path: string, text: string];
  error?: unknown;
}

/** Responds with a page of the console. */
export function respondConsole(
  page: PageCall,
  { path, title, ...frame }: ConsoleFrame,
  content: Child,
): Promise<Response> {
  return respondDashboard(
    page,
    { ...frame, title: path === "/operator" ? title : `Operator: ${title}`, section: "operator" },
    <>
      <nav class="tabs" aria-label="Console">
        {tabs.map((tab) => (
          <a key={tab.path} href={page.base + tab.path} aria-current={tab.path === path ? "true" : undefined}>
            {tab.label}
          </a>
        ))}
      </nav>
      {content}
    </>,
  );
}
