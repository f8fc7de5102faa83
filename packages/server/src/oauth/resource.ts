import { mcpPath } from "../http/protected-resource.ts";
import { OAuthError } from "./oauth-error.ts";

/** The paths of the resources that accept access tokens: the API and `/mcp`. */
const resourcePaths = ["", mcpPath];

/**
 * Returns the resource of a request that may name it several times (RFC 8707 §2), or `undefined`.
 *
 * @throws OAuthError `invalid_target` for several resources: a token is for one.
 */
export function oneResource(values: readonly string[]): string | undefined {
  const [resource, ...others] = new Set(values.filter((value) => value !== ""));
  if (others.length === 0) return resource;
  throw new OAuthError("invalid_target", `resource: expected one, received ${others.length + 1}.`);
}

/** Returns a URL in its normalized form without a slash at its end, which clients add and omit. */
function withoutSlash(url: string): string {
  return new URL(url).href.replace(/\/$/, "");
}

/**
 * Returns the path of the resource that a request names (RFC 8707 §2): empty for the API. Returns `undefined` if the
 * request names none.
 *
 * @throws OAuthError `invalid_target` for the resource of another server.
 */
export function parseResource(resource: string | undefined, publicUrl: string): string | undefined {
  if (resource === undefined) return undefined;
  const named = URL.canParse(resource) ? withoutSlash(resource) : null;
  const path = resourcePaths.find((known) => withoutSlash(publicUrl + known) === named);
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
