import { ToolsError } from "@tools-api/core";
import { invalidParameters } from "@tools-api/core/internal/schema";
import type { CallContext } from "./call-context.ts";
import { refuseStrayCredentials } from "./credential.ts";
import { maxJsonMembers } from "./json-structure.ts";

/** The maximum number of fields in a query or a form. They become the members of an object. */
export const maxFields = maxJsonMembers;

// Node accepts 16 kB of header fields in total. Other runtimes accept longer URLs.
const maxQueryLength = 65_536;

/**
 * Returns the values by name.
 *
 * @throws ToolsError `invalid_parameter` for each name that occurs more than once.
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

/**
 * Returns the parameters in the query string. A name can occur several times.
 *
 * @throws ToolsError `invalid_request` for more than 1,000 parameters or 64 kB.
 */
export function searchParams(c: CallContext): URLSearchParams {
  const { search } = new URL(c.req.url);
  if (search.length > maxQueryLength)
    throw new ToolsError(
      "invalid_request",
      `query: expected at most ${maxQueryLength} characters, received ${search.length}`,
    );
  const fields = search.split("&", maxFields + 1).length;
  if (fields > maxFields)
    throw new ToolsError("invalid_request", `query: expected at most ${maxFields} parameters, received more`);
  return new URLSearchParams(search);
}

/** Returns the parameters in the query string. A name can occur once. */
export function readQuery(c: CallContext): Record<string, string> {
  // Most calls have no query, and parsing a URL is slow.
  if (!c.req.url.includes("?")) return {};
  const query = searchParams(c);
  refuseStrayCredentials(c);
  return singleValues([...query]);
}
