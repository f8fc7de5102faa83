import { OAuthError } from "./oauth-error.ts";

/**
 * Refuses tokens for another resource server than ours (RFC 8707 §2).
 *
 * @throws OAuthError `invalid_target`.
 */
export function requireOwnResource(resource: string | undefined, publicUrl: string): void {
  if (resource === undefined) return;
  const isOwn = URL.canParse(resource) && new URL(resource).href === new URL(publicUrl).href;
  if (!isOwn) throw new OAuthError("invalid_target", `resource: expected ${publicUrl}, received another.`);
}
