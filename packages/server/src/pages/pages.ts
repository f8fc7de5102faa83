import { ToolsError } from "@tools-api/core";
import { Hono } from "hono";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext, ApiEnv } from "../context.ts";
import { unmetered } from "../middleware/unmetered.ts";
import { sameOrigin } from "../sessions/same-origin.ts";
import { findSession, type SignedIn } from "../sessions/session.ts";
import { endSessionsOf, overview } from "./overview.tsx";
import { showPassword, submitPassword } from "./password.tsx";
import { respondProblemPage } from "./problem-page.tsx";
import { showSignInLink, takeLink } from "./sign-in-link.tsx";
import { showSignIn, signOut, submitSignIn } from "./sign-in.tsx";
import { showSignUp, submitSignUp } from "./sign-up.tsx";
import { stylesheet } from "./stylesheet.ts";

type Handle = (c: ApiContext, services: AccountServices) => Response | Promise<Response>;

interface PageRoute {
  path: string;
  get?: Handle;
  post?: Handle;
}

/** Who is not signed in is asked to, and comes back to `path`. */
function signedIn(
  path: string,
  handle: (c: ApiContext, services: AccountServices, signedIn: SignedIn) => Promise<Response>,
): Handle {
  return async (c, services) => {
    const found = await findSession(c, services);
    if (found) return handle(c, services, found);
    const { basePath } = services;
    const next = path === "/" ? "" : `?next=${encodeURIComponent(basePath + path)}`;
    return c.redirect(`${basePath}/sign-in${next}`, 303);
  };
}

const pageRoutes: readonly PageRoute[] = [
  { path: "/", get: signedIn("/", overview) },
  { path: "/sign-up", get: showSignUp, post: submitSignUp },
  { path: "/sign-in", get: showSignIn, post: submitSignIn },
  { path: "/sign-in/link", get: showSignInLink, post: takeLink },
  { path: "/sign-out", post: signOut },
  {
    path: "/password",
    get: signedIn("/password", showPassword),
    post: signedIn("/password", submitPassword),
  },
  { path: "/sessions/end", post: signedIn("/", endSessionsOf) },
  {
    path: stylesheet.path,
    get: (c) =>
      c.body(stylesheet.css, 200, {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
      }),
  },
];

/** The pages: forms that work without script, and the style sheet that they stand on. */
export function pages(services: AccountServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const { path, get, post } of pageRoutes) {
    app.use(path, unmetered(services), sameOrigin(services));
    if (get) app.get(path, (c) => get(c, services));
    if (post) app.post(path, (c) => post(c, services));
    const allow = [get && "GET, HEAD", post && "POST", "OPTIONS"].filter(Boolean).join(", ");
    app.all(path, (c) => {
      c.header("Allow", allow);
      if (c.req.method === "OPTIONS") return c.body(null, 204);
      throw new ToolsError("method_not_allowed", `This page takes ${allow} alone.`);
    });
  }
  app.onError((error, c) => respondProblemPage(c, error, services));
  return app;
}
