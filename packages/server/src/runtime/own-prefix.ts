import { basePath } from "../session/page-owner.ts";

function firstSegment(path: string): string {
  return path.split("/")[1] ?? "";
}

/**
 * Returns the path of the public URL that a proxy may leave in requests, or "" if there is none. A prefix that begins
 * like a route, such as `/docs`, must be removed by the proxy: its requests could mean either.
 */
export function ownPrefix(publicUrl: string, routes: readonly { path: string }[]): string {
  const base = basePath(publicUrl);
  return routes.some(({ path }) => firstSegment(path) === firstSegment(base)) ? "" : base;
}

/** Returns the target of a request without the prefix. */
export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === "" || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest.startsWith("/")) return rest;
  return rest === "" || rest.startsWith("?") ? `/${rest}` : target;
}
