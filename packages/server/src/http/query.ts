import { invalidParameters } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { refuseStrayCredentials } from "./credential.ts";

/**
 * The values by their names.
 *
 * @throws ToolsError `invalid_parameter` where a name comes more than once.
 */
export function singleValues(
  values: readonly (readonly [name: string, value: string])[],
): Record<string, string> {
  const counts = new Map<string, number>();
  for (const [name] of values) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1);
  if (repeated.length > 0)
    throw invalidParameters(
      repeated.map(([name, count]) => ({ name, detail: `expected one value, received ${count}` })),
    );
  return Object.fromEntries(values);
}

/** The parameters of the query string, each of which may stand there once. */
export function readQuery(c: ApiContext): Record<string, string> {
  // Most calls have no query, and to parse a URL is slow.
  if (!c.req.url.includes("?")) return {};
  refuseStrayCredentials(c);
  return singleValues([...new URL(c.req.url).searchParams]);
}
