import { ToolsError } from "@tools-api/core";
import type { CallContext } from "./call-context.ts";

/** The texts of absent values: of an unset variable in a program. */
const absentValues = new Set(["undefined", "null", "None", "nil"]);

/** Returns whether a value is no credential: an absent value, or the place of one, such as `$API_KEY` or `<token>`. */
function isPlaceholder(value: string): boolean {
  return absentValues.has(value) || /^(?:$|\$[\w{(]|<.*>$|\{\{|%\w+%$|bearer\b)/i.test(value);
}

/** Returns the value after the scheme Bearer, which can be empty, or `null` for any other header. */
function bearerValue(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.startsWith("Bearer ") && header.charCodeAt(7) > 0x20) return header.slice(7);
  const match = /^bearer(?: +(.*))?$/i.exec(header);
  return match && (match[1] ?? "");
}

/**
 * Returns the bearer credential of the Authorization header (RFC 6750 §2.1), or `null` if there is none. An empty value,
 * or the text of an unset variable, is none: its sender guesses nothing.
 */
export function bearerCredential(c: CallContext): string | null {
  const value = bearerValue(c.req.header("Authorization"));
  return value === null || isPlaceholder(value) ? null : value;
}

/** The schemes that a message names. Any other first word may be a credential. */
const namedSchemes = [
  "Basic",
  "Digest",
  "Token",
  "ApiKey",
  "Api-Key",
  "Key",
  "JWT",
  "OAuth",
  "Negotiate",
  "DPoP",
];

/** The header fields of other APIs that have a key. */
const otherFields = ["X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token", "Proxy-Authorization"];

/** Returns what the Authorization header of a request without a bearer credential has, and never its value. */
function receivedInstead(header: string | undefined): string {
  if (header === undefined || header === "") return "none";
  const value = bearerValue(header);
  if (value === "") return "Bearer without a value; the variable with the credential may be unset";
  if (value !== null) return "Bearer with a placeholder instead of a credential";
  const [first = "", ...more] = header.split(" ");
  const scheme = namedSchemes.find((name) => name.toLowerCase() === first.toLowerCase());
  if (scheme) return `the scheme ${scheme}`;
  return more.length === 0 ? "a value without a scheme" : "another scheme";
}

/**
 * Creates the error for a request without a bearer credential. It says where a credential came instead.
 *
 * @param expected - The accepted credentials, in words.
 */
export function missingCredential(
  c: CallContext,
  expected = "Bearer with an API key or an access token",
): ToolsError {
  const header = c.req.header("Authorization");
  const other = otherFields.find((name) => c.req.header(name) !== undefined);
  const unread = other ? ` The server does not read ${other}.` : "";
  return new ToolsError(
    "missing_credentials",
    `Authorization: expected ${expected}, received ${receivedInstead(header)}.${unread}`,
  );
}

// RFC 6750 §2: a client must not send its token in more than one way. A credential in a URL ends up in logs and
// histories, so it is never read. A request that has one in addition to the header is refused, so that its sender
// notices.
const credentialParameters = ["access_token", "api_key"];

/**
 * Refuses a request that has a credential in its query or body.
 *
 * @throws ToolsError `invalid_request`.
 */
export function refuseStrayCredentials(c: CallContext, body: Record<string, unknown> = {}): void {
  // Most calls have no query, and parsing a URL is slow.
  const query = c.req.url.includes("?") ? new URL(c.req.url).searchParams : null;
  const stray = credentialParameters.find((name) => query?.has(name) || Object.hasOwn(body, name));
  if (stray)
    throw new ToolsError(
      "invalid_request",
      `${stray}: expected the credential only in the Authorization header, received another one. Remove ${stray}.`,
      {
        errors: [
          {
            pointer: `#/${stray}`,
            detail: "expected the credential only in the Authorization header, received another one",
          },
        ],
      },
    );
}
