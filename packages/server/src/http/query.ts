import { invalidParameters } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { refuseStrayCredentials } from "./credential.ts";

/** The parameters of the query string, each of which may stand there once. */
export function readQuery(c: ApiContext): Record<string, string> {
  refuseStrayCredentials(c);
  const parameters = new URL(c.req.url).searchParams;
  const repeated = [...new Set(parameters.keys())].filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0)
    throw invalidParameters(
      repeated.map((name) => ({
        name,
        detail: `expected one value, received ${parameters.getAll(name).length}`,
      })),
    );
  return Object.fromEntries(parameters);
}
