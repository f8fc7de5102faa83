import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { type CorsOrigins, invalidOrigin, originsExpected } from "./origins.ts";
import { binaryFieldHeader, resultHeader } from "./result-header.ts";

const allowHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "X-Request-Id",
  // The headers of clients of `/mcp`.
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  // Tracing in browsers adds these to every call of a page: W3C Trace Context, Baggage and Sentry.
  "traceparent",
  "tracestate",
  "baggage",
  "sentry-trace",
];

const exposedHeaders = [
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
  "Idempotency-Replayed",
  "WWW-Authenticate",
];

/** The header fields of deprecated routes. */
const deprecationHeaders = ["Deprecation", "Sunset", "Link"];

/** Seconds for which a browser caches a preflight. Chromium allows at most two hours. */
const maxAge = 7200;

/**
 * Returns the requested names that are not in the list. They are allowed too, for the headers of other tracing tools: a
 * page cannot read more with them, because no call has cookies.
 */
function requestedHeaders(requested = ""): string[] {
  const listed = new Set(allowHeaders.map((name) => name.toLowerCase()));
  const names = requested.split(",").map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !listed.has(name));
}

/** The parts of an API that decide which requests pages of other origins may send. */
interface CrossedApi {
  tools: readonly Tool[];
  /** The stored files, which take PUT and DELETE. Absent: none. */
  files: unknown;
  hasDeprecations: boolean;
}

/**
 * Returns the middleware that lets pages of other origins call the API, or `undefined` if no origin is allowed. It
 * answers preflights itself and never allows credentials, such as cookies.
 *
 * @throws ToolsError `invalid_parameter` for a value that is no origin.
 */
export function crossOrigin(
  origins: CorsOrigins,
  { tools, files, hasDeprecations }: CrossedApi,
): MiddlewareHandler | undefined {
  const invalid = origins === "*" ? undefined : invalidOrigin(origins);
  if (invalid !== undefined) {
    const detail = `expected "*" or an array of ${originsExpected}, received ${describeValue(invalid)}`;
    throw invalidParameters([{ name: "corsOrigins", detail }]);
  }
  if (origins.length === 0) return undefined;
  const options = {
    origin: origins === "*" ? "*" : [...origins],
    allowMethods: ["GET", "HEAD", "POST", ...(files ? ["PUT", "DELETE"] : [])],
    exposeHeaders: [
      ...exposedHeaders,
      ...(hasDeprecations ? deprecationHeaders : []),
      ...new Set(tools.flatMap(({ binary }) => (binary ? [resultHeader(binary), binaryFieldHeader] : []))),
    ],
    maxAge,
  };
  const answer = cors({ ...options, allowHeaders });
  return (c, next) => {
    const others = requestedHeaders(c.req.header("Access-Control-Request-Headers"));
    return others.length === 0
      ? answer(c, next)
      : cors({ ...options, allowHeaders: [...allowHeaders, ...others] })(c, next);
  };
}
