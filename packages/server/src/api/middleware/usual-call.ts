import type { IncomingMessage } from "node:http";
import { routePath } from "hono/route";
import type { ApiContext, Refusal, Services } from "../../http/context.ts";
import { fillIn } from "../../http/header-template.ts";
import { incomingGet } from "../../http/node-body.ts";

/** A GET request without a query and a body. */
export interface PlainGet {
  path: string;
  authorization: string | undefined;
  requestId: string | undefined;
  /** Returns the client's address. */
  address: () => string;
}

/** The values of the 200 response to a usual call. */
export interface UsualResponse {
  requestId: string;
  /** The rate limit header fields. */
  limits: Record<string, string>;
  body: string;
  /** The length of the body. */
  bytes: number;
}

/** The response to a usual call, or the error of its admission. */
export type UsualAnswer = UsualResponse | { refusal: Refusal };

/**
 * Answers the usual call: a GET without parameters and with a cached credential, whose account is active and has calls
 * left. Returns `null` for any other call, or resolves to it. That has no effect, and the routes answer the call.
 */
export type UsualCalls = (request: PlainGet) => Promise<UsualAnswer | null> | null;

/** The refusals of calls that were tried before the app received their request. */
export const refusals = new WeakMap<IncomingMessage, Refusal>();

/** Returns the request of a context if it may be a usual call. Its path is the one below the prefix of a host. */
function plainGet(c: ApiContext, { clientAddress }: Services): PlainGet | null {
  const { method, url } = c.req;
  if (method !== "GET" || url.includes("?")) return null;
  if (c.req.header("Content-Length") ?? c.req.header("Transfer-Encoding")) return null;
  return {
    path: c.req.path.slice(routePath(c).lastIndexOf("/v1/")),
    authorization: c.req.header("Authorization"),
    requestId: c.req.header("X-Request-Id"),
    address: () => clientAddress(c),
  };
}

/**
 * Returns the response to a usual call inside a Hono app, or `null` for all others.
 *
 * @param options - The services, the header fields of a JSON response, and whether no other middleware ran before.
 */
export async function respondUsualCall(
  c: ApiContext,
  answer: UsualCalls,
  options: { services: Services; template: Record<string, string>; isFirst: boolean },
): Promise<Response | null> {
  const request = plainGet(c, options.services);
  if (!request) return null;
  const incoming = incomingGet(c);
  const refusal = incoming && refusals.get(incoming);
  const found = refusal ? { refusal } : await answer(request);
  if (found && "body" in found) {
    const headers = fillIn(options.template, found.requestId, found.limits);
    // Other middleware may have set fields. Adding them creates a `Headers` object.
    return options.isFirst ? new Response(found.body, { headers }) : c.body(found.body, 200, headers);
  }
  c.set("refusal", found?.refusal);
  return null;
}
