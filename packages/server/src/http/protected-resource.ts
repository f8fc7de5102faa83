import type { CallContext } from "./call-context.ts";
import type { Services } from "./context.ts";

/** The path of the resource for agents, after the public URL. */
export const mcpPath = "/mcp";

/** Returns the URL of the metadata of a resource (RFC 9728 §3), by its path after the public URL. */
export function resourceMetadataUrl(publicUrl: string, resource: string): string {
  return `${publicUrl}/.well-known/oauth-protected-resource${resource}`;
}

/**
 * Declares that a request is for a resource of its own, such as `/mcp`. Access tokens that were issued for another
 * resource are then refused, and the challenges of 401 and 403 name the metadata of the resource and the scopes that a
 * token needs (RFC 9728 §5.1). Call it before `identify` or `authenticate`.
 *
 * @param resource The path of the resource after the public URL.
 */
export function declareResource(
  c: CallContext,
  { scopes }: Pick<Services, "scopes">,
  resource: string,
): void {
  c.set("resource", resource);
  c.set("neededScopes", scopes.calls);
}
