import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiContext } from "../http/context.ts";
import { acceptedCoding, compress } from "../http/compress.ts";
import { asToolsError, problemKinds, retryAfter } from "../http/problem.ts";

/** The permissions of a page in the browser, in addition to those of every page. */
interface PageOptions {
  status?: ContentfulStatusCode;
  /**
   * Origins or schemes that a form of this page may redirect to, in addition to this server. Browsers also apply
   * `form-action` to the redirects after a form. Pass only validated values.
   */
  formTargets?: readonly string[];
  /**
   * True if the page runs scripts of this server. They may call only this server, and may show images that they hold.
   */
  runsScripts?: boolean;
}

const scriptDirectives = ["script-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:"];

/**
 * Returns a policy that blocks content of other origins, inline code, framing (clickjacking) and a changed base URL.
 */
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

/**
 * Sets the headers of a rejected form and returns its status. Returns 422 instead of 401, because RFC 9110 §15.5.2
 * reserves 401 for authentication by header.
 */
export function rejectForm(c: ApiContext, thrown: unknown): ContentfulStatusCode {
  const error = asToolsError(thrown);
  c.set("failure", error);
  const seconds = retryAfter(error);
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  return error.code === "invalid_credentials" ? 422 : problemKinds[error.code].status;
}

/** Returns the text of a page. */
export async function pageHtml(page: JSX.Element): Promise<string> {
  // An asynchronous component makes the text a promise, which the type does not express.
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
    // A page's address may contain a one-time token, so no other site may see it. `no-referrer` is not possible:
    // browsers would send `Origin: null` with the server's own forms (Fetch, "append a request Origin header"), which
    // the server rejects.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

/**
 * Responds with a page. Compresses it if the client accepts that, except after a form. Attack (BREACH): the length of a
 * compressed page tells whether a guess in it equals a secret in it. Only pages after forms show secrets.
 */
export async function respondPage(
  c: ApiContext,
  page: JSX.Element,
  { status = 200, ...options }: PageOptions = {},
): Promise<Response> {
  const html = await pageHtml(page);
  const coding = c.req.method === "POST" ? undefined : acceptedCoding(c);
  const body = coding ? await compress(html, coding) : html;
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : Buffer.byteLength(body));
  return c.body(body, status, {
    ...pageHeaders(options),
    ...(coding && { "Content-Encoding": coding }),
    Vary: "Accept-Encoding",
  });
}
