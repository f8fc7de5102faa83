import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { findSession } from "../sessions/session.ts";
import { keepForm } from "./kept-form.tsx";
import { type PageCall, pageCall } from "./page-call.ts";
import { fieldsOf, type FormFields } from "./page-form.ts";
import { respondProblemPage } from "./problem-page.tsx";
import { respondSignIn } from "./sign-in-page.tsx";

/** Answers a request for a page. */
export type PageHandler = (c: ApiContext, services: AccountServices) => Response | Promise<Response>;

/** Shows a form with what was typed into it before the user had to sign in again. */
export type Refill = (
  page: PageCall,
  form: { id: string; fields: FormFields; faults: { "": string } },
) => Promise<Response>;

/** A page, or what its forms are sent to: adding one is adding a row. */
export interface PageRoute {
  /** As Hono writes it: `/keys/:id`. */
  path: string;
  get?: PageHandler;
  post?: PageHandler;
  refill?: Refill;
}

/**
 * The path that a browser has asked for, without the base: a host that mounts the app by `route` leaves its prefix in
 * the URL, which is the base then, and one that mounts it by `mount` takes it away.
 */
function ownPathname(pathname: string, base: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
}

// Browsers and proxies refuse a response whose Location is as long as the longest request.
const maxReturnLength = 2000;

/**
 * Returns the page that a browser returns to: the requested page, or the section of a form. A page with a longer address
 * than any of ours is the start.
 */
function pageToComeBackTo(c: ApiContext, base: string): string {
  const { pathname, search } = new URL(c.req.url);
  const path = ownPathname(pathname, base);
  const page = c.req.method === "POST" ? `/${path.split("/")[1] ?? ""}` : path + search;
  return page.length > maxReturnLength ? "/" : page;
}

/** Leads to the sign-in, which says so where a form was not taken, and from there back. */
export function askToSignIn(c: ApiContext, { basePath }: AccountServices): Response {
  const path = pageToComeBackTo(c, basePath);
  const next = path === "/" ? "" : `?next=${encodeURIComponent(basePath + path)}`;
  const notice = c.req.method === "POST" ? "&notice=not-taken" : "";
  return c.redirect(`${basePath}/sign-in${next}${notice}`, 303);
}

/** Shows the sign-in with the form that was sent, so that it is there again after it. */
async function askToSignInWithForm(c: ApiContext, services: AccountServices): Promise<Response> {
  const { basePath } = services;
  const path = ownPathname(new URL(c.req.url).pathname, basePath);
  const fields = await fieldsOf(c);
  // Without the key nothing tells which account the form was shown to.
  const kept = fields.some(([name]) => name === "key") ? keepForm({ path, fields }) : null;
  if (!kept) return askToSignIn(c, services);
  const next = basePath + pageToComeBackTo(c, basePath);
  return respondSignIn(c, { base: basePath, next, notice: "form-kept", kept }, { status: 422 });
}

/** A page of the dashboard: who is not signed in is asked to, and comes back. */
export function signedIn(
  handle: (page: PageCall) => Response | Promise<Response>,
  { keepsForm = false } = {},
): PageHandler {
  return async (c, services) => {
    const found = await findSession(c, services);
    if (!found) return keepsForm ? askToSignInWithForm(c, services) : askToSignIn(c, services);
    try {
      return await handle(pageCall(c, services, found));
    } catch (error) {
      return respondProblemPage(c, error, services, found.account);
    }
  };
}

/** A form into which a user types: it is there again after a session that ended meanwhile. */
export function typedForm(
  submit: (page: PageCall) => Promise<Response>,
  refill: Refill,
): Pick<PageRoute, "post" | "refill"> {
  return { post: signedIn(submit, { keepsForm: true }), refill };
}
