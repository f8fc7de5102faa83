import { ToolsError } from "@tools-api/core";
import { editDistance } from "@tools-api/core/internal/schema";

// Longer paths than those of all routes with their ids are no typing errors, and comparing them takes time.
const maxLength = 100;
const maxEdits = 3;

/** Returns a path without the differences that callers do not see: case, repeated and last slashes, underscores. */
function plainPath(path: string): string {
  return path
    .toLowerCase()
    .replaceAll("_", "-")
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** Returns a route with the segments of a path in the place of its parameters. */
function filledIn(route: string, path: string): string {
  const given = path.replaceAll(/\/{2,}/g, "/").split("/");
  return route
    .split("/")
    .map((part, index) => (part.startsWith(":") ? (given[index] ?? part) : part))
    .join("/");
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Returns the path that a caller probably meant, or `null`: the same except for case and slashes, the end of the
 * requested path, with the same last segment, or with at most three other characters.
 *
 * @param routes - In Hono notation, without wildcards.
 */
function nearestPath(path: string, routes: readonly string[]): string | null {
  if (path.length > maxLength) return null;
  const wanted = plainPath(path);
  const isCall = wanted.startsWith("/v1/");
  const known = [...new Set(routes)].filter(
    (route) => route !== "/" && (!isCall || route.startsWith("/v1/")),
  );
  const fixed = known.filter((route) => !route.includes(":"));
  const [within] = fixed
    .filter((route) => wanted.endsWith(plainPath(route)))
    .toSorted((a, b) => b.length - a.length);
  if (within !== undefined) return within;
  const named = fixed.filter((route) => lastSegment(plainPath(route)) === lastSegment(wanted));
  const candidates = named.length > 0 ? named : known.map((route) => filledIn(route, path));
  const limit = named.length > 0 ? maxLength : Math.min(maxEdits, wanted.length / 4);
  const [nearest] = candidates
    .filter((route) => Math.abs(route.length - wanted.length) <= limit)
    .map((route) => ({ route, edits: editDistance(plainPath(route), wanted) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.route ?? null;
}

/**
 * Creates the error for a path without a route. It names the path that was probably meant.
 *
 * @param base - The path of the public URL, which callers see before every path.
 */
export function nothingAt(path: string, routes: readonly string[], base: string): ToolsError {
  const nearest = nearestPath(path, routes);
  const advice = nearest === null ? "" : ` Did you mean ${base}${nearest}?`;
  return new ToolsError("not_found", `There is nothing at ${path}.${advice}`);
}
