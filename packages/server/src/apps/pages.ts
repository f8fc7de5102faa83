import { Hono } from "hono";
import type { AccountServices } from "../session/services.ts";
import type { ApiEnv } from "../http/context.ts";
import { answerOptions } from "../http/refuse-method.ts";
import { consoleRoutes } from "../operator/pages/pages.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { identityProviderPages } from "../account/sign-in/sign-in-routes.ts";
import { respondSignInOptions } from "../account/sign-in/passkey.ts";
import { unmetered } from "../http/unmetered.ts";
import { sameOrigin } from "../session/same-origin.ts";
import { allowanceMailsPage } from "../account/sign-in/allowance-mails.tsx";
import { assetRoutes } from "../ui/assets.ts";
import { brandRoutes } from "../http/brand-routes.ts";
import { mailLinkPages } from "../account/sign-in/mail-link-page.tsx";
import { type PageRoute, signedIn } from "../account/call/page-route.ts";
import { showPassword, submitPassword } from "../account/sign-in/password.tsx";
import { submitPreferences } from "../account/sign-in/preferences.ts";
import { respondProblemPage } from "../ui/problem-page.tsx";
import { showResetPassword, submitResetPassword } from "../account/sign-in/reset-password.tsx";
import { showSignInLink, takeLink } from "../account/sign-in/sign-in-link.tsx";
import {
  type ShowKeptForm,
  showSignIn,
  signOut,
  submitPasskey,
  submitSignIn,
} from "../account/sign-in/sign-in.tsx";
import { showSignUp, submitSignUp } from "../account/sign-in/sign-up.tsx";
import { withView } from "../ui/view.ts";

const formMoved = "You were signed out, so the server changed nothing. Check the form, then send it again.";

/** Returns the id in a path that matches a route, or "" if the route has none; `null` if the path does not match. */
function idIn(path: string, route: string): string | null {
  const [parts, wanted] = [path.split("/"), route.split("/")];
  const matches =
    parts.length === wanted.length && wanted.every((part, index) => part === ":id" || part === parts[index]);
  return matches ? (parts[wanted.indexOf(":id")] ?? "") : null;
}

/** Shows a dashboard form that was submitted without a session, with the typed text. */
const showKeptForm: ShowKeptForm = (page, { path, fields }) => {
  for (const { path: route, refill } of dashboardRoutes) {
    const id = refill ? idIn(path, route) : null;
    if (refill && id !== null) return refill({ ...page, id }, { fields, faults: { "": formMoved } });
  }
  return null;
};

const pageRoutes: readonly PageRoute[] = [
  { path: "/sign-up", get: showSignUp, post: submitSignUp },
  ...mailLinkPages,
  allowanceMailsPage,
  { path: "/reset-password", get: showResetPassword, post: submitResetPassword },
  { path: "/sign-in", get: showSignIn, post: submitSignIn(showKeptForm) },
  { path: "/sign-in/passkey", post: submitPasskey(showKeptForm) },
  ...identityProviderPages,
  { path: "/sign-in/link", get: showSignInLink, post: takeLink },
  { path: "/sign-out", post: signOut },
  { path: "/preferences", post: submitPreferences },
  { path: "/password", get: signedIn((page) => showPassword(page)), post: signedIn(submitPassword) },
  ...dashboardRoutes,
  ...consoleRoutes,
];

/** Creates the app with the pages, whose forms work without scripts, and with their assets. */
export function pages(services: AccountServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const { path, get, post, acceptsOtherOrigins = false } of pageRoutes) {
    app.use(path, unmetered(services), withView(services));
    if (!acceptsOtherOrigins) app.use(path, sameOrigin(services));
    if (get) app.get(path, (c) => get(c, services));
    if (post) app.post(path, (c) => post(c, services));
    const allow = [get && "GET, HEAD", post && "POST", "OPTIONS"].filter(Boolean).join(", ");
    app.all(path, (c) => {
      const reason = get
        ? `Expected one of the methods ${allow}, received ${c.req.method}.`
        : "This address accepts only forms. Open the page that contains the form.";
      return answerOptions(c, allow, reason);
    });
  }
  app.get("/sign-in/passkey.json", unmetered(services), (c) => respondSignInOptions(c, services));
  app.route("/", assetRoutes());
  app.route("/", brandRoutes(services.brand));
  app.onError((error, c) => respondProblemPage(c, error, services));
  return app;
}
