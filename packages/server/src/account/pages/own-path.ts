import type { AccountServices } from "../account-context.ts";

// The length of an authorization request with a `state` of 4,096 characters, escaped. Pages contain the path twice.
const maxLength = 16_384;

/**
 * Returns the path to open after a form, or the start page if the path is not on this server.
 * The path is parsed as a browser parses it, and returned in that form. Attack (open redirect): `//evil.example`,
 * `/\evil.example`, `https:evil.example` and a tab between two slashes all lead to another site.
 */
export function ownPath(
  next: string | undefined,
  { publicUrl, basePath }: Pick<AccountServices, "publicUrl" | "basePath">,
): string {
  const start = `${basePath}/`;
  if (
    next === undefined ||
    next.length > maxLength ||
    !next.startsWith("/") ||
    !URL.canParse(next, publicUrl)
  )
    return start;
  const url = new URL(next, publicUrl);
  if (url.origin !== new URL(publicUrl).origin || !url.pathname.startsWith(start)) return start;
  // Resolving dots can produce a path that begins with two slashes, which the browser would take for a host.
  return url.pathname.startsWith("//") ? start : url.pathname + url.search;
}
