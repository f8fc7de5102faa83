import { ToolsError } from "@tools-api/core";
import type { CallContext } from "./call-context.ts";

/** Returns the credential of a bearer header in its usual form, or `null` for any other header. */
function plainBearer(header: string | undefined): string | null {
  return header?.startsWith("Bearer ") && header.charCodeAt(7) > 0x20 ? header.slice(7) : null;
}

/** Returns the bearer credential of the Authorization header (RFC 6750 §2.1), or `null` if there is none. */
export function bearerCredential(c: CallContext): string | null {
  const header = c.req.header("Authorization");
  const plain = plainBearer(header);
  if (plain !== null || header === undefined) return plain;
  const match = /^bearer(?: +(.*))?$/i.exec(header);
  return match && (match[1] ?? "");
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
