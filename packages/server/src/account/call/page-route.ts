import { RepeatedRequest } from "@tools-api/core/internal";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { findSession } from "../../session/session.ts";
import type { Faults } from "../../ui/form.tsx";
import { keepForm } from "./kept-form.tsx";
import { type PageCall, pageCall } from "./page-call.tsx";
import { readPageFields, type FormFields } from "../../ui/page-form.ts";
import { respondSuspended } from "./suspended-page.tsx";
import { respondProblemPage } from "../../ui/problem-page.tsx";
import { respondSignIn } from "./sign-in-page.tsx";

/** Handles a request for a page. */
export type PageHandler = (c: ApiContext, services: AccountServices) => Response | Promise<Response>;

/** Shows a form with the text that was typed before the user had to sign in again. */
type Refill = (page: PageCall, form: { fields: FormFields; faults: { "": string } }) => Promise<Response>;

/** A page, or the target of its forms. To add one, add a row to a table. */
export interface PageRoute {
  /** The path in Hono notation: `/keys/:id`. */
  path: string;
  get?: PageHandler;
  post?: PageHandler;
  refill?: Refill;
  /** True if other sites and mail services may post to the path, because its address holds a secret. Default: false. */
  acceptsOtherOrigins?: boolean;
}

/**
 * Returns the requested path without the base. A host that mounts the app with `route` keeps its prefix in the URL,
 * which is then the base. A host that uses `mount` removes the prefix.
 */
function ownPathname(pathname: string, base: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
}

// Browsers and proxies reject a response whose Location is as long as the longest request that the server accepts.
const maxReturnLength = 2000;

/**
 * Returns the page that opens after the sign-in: the requested page, or the section of a form. If the address is longer
 * than any page's, returns the start page.
 */
function pageToComeBackTo(c: ApiContext, base: string): string {
  const { pathname, search } = new URL(c.req.url);
  const path = ownPathname(pathname, base);
  const page = c.req.method === "POST" ? `/${path.split("/")[1] ?? ""}` : path + search;
  return page.length > maxReturnLength ? "/" : page;
}

/** Redirects to the sign-in page, which leads back. After a form, the sign-in page says that nothing was changed. */
export function askToSignIn(c: ApiContext, { basePath }: AccountServices): Response {
  const path = pageToComeBackTo(c, basePath);
  const next = path === "/" ? "" : `?next=${encodeURIComponent(basePath + path)}`;
  const notice = c.req.method === "POST" ? "&notice=not-taken" : "";
  return c.redirect(`${basePath}/sign-in${next}${notice}`, 303);
}

/** Shows the sign-in page with the submitted form, which reappears after the sign-in. */
async function askToSignInWithForm(c: ApiContext, services: AccountServices): Promise<Response> {
  const { basePath } = services;
  const path = ownPathname(new URL(c.req.url).pathname, basePath);
  const fields = await readPageFields(c);
  // Without the key, the server cannot tell which account saw the form.
  const kept = fields.some(([name]) => name === "key") ? keepForm({ path, fields }) : null;
  if (!kept) return askToSignIn(c, services);
  const next = basePath + pageToComeBackTo(c, basePath);
  return respondSignIn(c, services, { next, notice: "form-kept", kept }, { status: 422 });
}

/**
 * Returns the handler of a dashboard page. A user without a session is asked to sign in, and returns to the page. The owner
 * of a suspended account sees the reason, except with `whileSuspended`.
 */
export function signedIn(
  handle: (page: PageCall) => Response | Promise<Response>,
  { keepsForm = false, whileSuspended = false } = {},
): PageHandler {
  return async (c, services) => {
    const found = await findSession(c, services);
    if (!found) return keepsForm ? askToSignInWithForm(c, services) : askToSignIn(c, services);
    if (!whileSuspended && found.account.status !== "active")
      return respondSuspended(c, services, found.account);
    try {
      return await handle(pageCall(c, services, found));
    } catch (error) {
      return respondProblemPage(c, error, services, found.account);
    }
  };
}

/** A form to show, also with the typed values and the errors of a rejected one. */
export interface ShownForm<Values> {
  values?: Values;
  faults?: Faults;
  error?: unknown;
}

/** A form with typed text. */
export interface TypedForm<Values> {
  /** Returns the values of the fields that were sent. */
  read: (fields: FormFields) => Values;
  show: (page: PageCall, form: ShownForm<Values>) => Promise<Response>;
  /** Makes the change and responds. */
  submit: (page: PageCall, values: Values) => Promise<Response>;
  /** Returns the errors to show with a rejected form. Throws an error that does not concern the form. */
  faults: (error: unknown, values: Values, page: PageCall) => Faults | Promise<Faults>;
  /** Returns the path that shows the id with which the same form was answered before. */
  answered?: (id: string) => string;
}

/** Returns the handler of a page for its users, as {@link signedIn} does. */
export type FormWrapper = (
  handle: (page: PageCall) => Promise<Response>,
  options?: { keepsForm?: boolean },
) => PageHandler;

/**
 * Returns the handlers of a form with typed text. If the session ended meanwhile, the text reappears after the sign-in.
 */
export function typedForm<Values>(
  { read, show, submit, faults, answered }: TypedForm<Values>,
  wrap: FormWrapper = signedIn,
): Pick<PageRoute, "post" | "refill"> {
  const post = async (page: PageCall) => {
    const values = read(await readPageFields(page.c));
    try {
      return await submit(page, values);
    } catch (error) {
      if (answered && error instanceof RepeatedRequest)
        return page.c.redirect(page.base + answered(String(error.answer)), 303);
      return show(page, { values, faults: await faults(error, values, page), error });
    }
  };
  return {
    post: wrap(post, { keepsForm: true }),
    refill: (page, form) => show(page, { values: read(form.fields), faults: form.faults }),
  };
}
