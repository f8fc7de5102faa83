import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiContext } from "../context.ts";
import { asToolsError, problemKinds, retryAfter } from "../problem.ts";

/** What a page may do in the browser, beside what every page may not. */
interface PageOptions {
  status?: ContentfulStatusCode;
  /**
   * Origins or schemes, in addition to our own, to which a response to a form of this page can redirect: browsers
   * apply `form-action` to the redirects after a form as well. Only values that have been checked belong here.
   */
  formTargets?: readonly string[];
  /** Whether scripts of our own run in it, which may call this server alone, and show images that they hold. */
  runsScripts?: boolean;
}

const scriptDirectives = ["script-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:"];

/** Nothing of a page comes from elsewhere, stands in it as code, is framed (clickjacking) or moves its links. */
function contentSecurityPolicy(formTargets: readonly string[], runsScripts: boolean): string {
  return [
    "default-src 'none'",
    ...(runsScripts ? scriptDirectives : ["img-src 'self' data:"]),
    "style-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** The status of a form that is shown again: RFC 9110 §15.5.2 has 401 for those who sign in by a header alone. */
export function statusOf(c: ApiContext, thrown: unknown): ContentfulStatusCode {
  const error = asToolsError(thrown);
  c.set("failure", error);
  const seconds = retryAfter(error);
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  return error.code === "invalid_credentials" ? 422 : problemKinds[error.code].status;
}

/** Returns the text of a page. */
export async function pageHtml(page: JSX.Element): Promise<string> {
  // The text of a page with an asynchronous component is a promise, which the type does not say.
  const text = await Promise.resolve<string>((await page).toString());
  return `<!doctype html>${text}`;
}

/** Returns the headers that all pages have. */
export function pageHeaders({ formTargets = [], runsScripts = false }: Omit<PageOptions, "status">) {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(formTargets, runsScripts),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    // The address of a page can hold a one-time token, so no other site learns it. With `no-referrer` browsers would
    // send `Origin: null` with our own forms (Fetch, "append a request Origin header"), and they would be refused.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

/** Responds with a page. */
export async function respondPage(
  c: ApiContext,
  page: JSX.Element,
  { status = 200, ...options }: PageOptions = {},
): Promise<Response> {
  const html = await pageHtml(page);
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : Buffer.byteLength(html));
  return c.body(html, status, pageHeaders(options));
}
