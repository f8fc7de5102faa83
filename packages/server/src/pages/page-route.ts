import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { findSession } from "../sessions/session.ts";
import { type PageCall, pageCall } from "./page-call.ts";
import { respondProblemPage } from "./problem-page.tsx";

/** Answers a request for a page. */
export type PageHandler = (c: ApiContext, services: AccountServices) => Response | Promise<Response>;

/** A page, or what its forms are sent to: adding one is adding a row. */
export interface PageRoute {
  /** As Hono writes it: `/keys/:id`. */
  path: string;
  get?: PageHandler;
  post?: PageHandler;
}

/**
 * The path that a browser has asked for, without the base: a host that mounts the app by `route` leaves its prefix in
 * the URL, which is the base then, and one that mounts it by `mount` takes it away.
 */
function ownPathname(pathname: string, base: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
}

/** Where a browser comes back to: a page as it was asked for, and behind a form the section that the form is of. */
function pageToComeBackTo(c: ApiContext, base: string): string {
  const { pathname, search } = new URL(c.req.url);
  const path = ownPathname(pathname, base);
  return c.req.method === "POST" ? `/${path.split("/")[1] ?? ""}` : path + search;
}

/** Leads to the sign-in, which says so where a form was not taken, and from there back. */
export function askToSignIn(c: ApiContext, { basePath }: AccountServices): Response {
  const path = pageToComeBackTo(c, basePath);
  const next = path === "/" ? "" : `?next=${encodeURIComponent(basePath + path)}`;
  const notice = c.req.method === "POST" ? "&notice=not-taken" : "";
  return c.redirect(`${basePath}/sign-in${next}${notice}`, 303);
}

/** A page of the dashboard: who is not signed in is asked to, and comes back. */
export function signedIn(handle: (page: PageCall) => Response | Promise<Response>): PageHandler {
  return async (c, services) => {
    const found = await findSession(c, services);
    if (!found) return askToSignIn(c, services);
    try {
      return await handle(pageCall(c, services, found));
    } catch (error) {
      return respondProblemPage(c, error, services, found.account);
    }
  };
}
