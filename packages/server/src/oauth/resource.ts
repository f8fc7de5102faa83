import { OAuthError } from "./oauth-error.ts";

/**
 * Rejects requests for tokens of another resource server (RFC 8707 §2).
 *
 * @throws OAuthError `invalid_target`.
 */
export function requireOwnResource(resource: string | undefined, publicUrl: string): void {
  if (resource === undefined) return;
  const isOwn = URL.canParse(resource) && new URL(resource).href === new URL(publicUrl).href;
  if (!isOwn) throw new OAuthError("invalid_target", `resource: expected ${publicUrl}, received another.`);
}
