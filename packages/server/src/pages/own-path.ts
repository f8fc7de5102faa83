import type { AccountServices } from "../account-context.ts";

// An authorization request with a `state` of 4,096 characters, escaped. Pages have the path twice.
const maxLength = 16_384;

/**
 * Returns the path that follows a form if it is a path of this server, otherwise the start page. Read as a browser would read it, and
 * handed on as it was read: `//evil.example`, `/\evil.example`, `https:evil.example` and a tab between two slashes
 * all lead away from here (open redirect).
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
  // A path that begins with two slashes, which the reading of dots in it may make, is a host to the next reader.
  return url.pathname.startsWith("//") ? start : url.pathname + url.search;
}
