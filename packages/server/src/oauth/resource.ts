import { mcpPath } from "../http/protected-resource.ts";
import { OAuthError } from "./oauth-error.ts";

/** The paths of the resources that accept access tokens: the API and `/mcp`. */
const resourcePaths = ["", mcpPath];

/**
 * Returns the path of the resource that a request names (RFC 8707 §2): empty for the API. Returns `undefined` if the
 * request names none.
 *
 * @throws OAuthError `invalid_target` for the resource of another server.
 */
export function parseResource(resource: string | undefined, publicUrl: string): string | undefined {
  if (resource === undefined) return undefined;
  const named = URL.canParse(resource) ? new URL(resource).href : null;
  const path = resourcePaths.find((known) => new URL(publicUrl + known).href === named);
  if (path !== undefined) return path;
  throw new OAuthError(
    "invalid_target",
    `resource: expected ${resourcePaths.map((known) => publicUrl + known).join(" or ")}, received another.`,
  );
}

/** Returns the error for a token request whose resource is not the one that the user consented to. */
export function otherResource(): OAuthError {
  return new OAuthError(
    "invalid_target",
    "resource: expected that of the authorization request, or none, received another.",
  );
}
