import { invalidParameters } from "@tools-api/core/internal/schema";

/** A route that callers should leave. */
export interface DeprecatedRoute {
  /** The path without the prefix of a mount, such as `/v1/tools/text-analyzer`. */
  path: string;
  /** The instant of the deprecation, in the future or in the past, as RFC 3339. */
  since: string;
  /** The instant after which the route may no longer answer, as RFC 3339. */
  sunset?: string;
  /** The URL of a page that says what to use instead. */
  guide?: string;
}

/** The deprecated routes of this release. */
export const deprecatedRoutes: readonly DeprecatedRoute[] = [];

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function readInstant(name: string, value: string): number {
  const time = instant.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time))
    throw invalidParameters([
      {
        name: "deprecations",
        detail: `expected an instant in RFC 3339 as ${name}, received ${JSON.stringify(value)}`,
      },
    ]);
  return time;
}

/** The header fields of the responses of each deprecated route, by its path. */
export type DeprecationFields = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Returns the header fields `Deprecation` (RFC 9745), `Sunset` and `Link` with the relations `deprecation` and `sunset`
 * (RFC 8594).
 *
 * @throws ToolsError `invalid_parameter` for a malformed instant, and for a sunset before the deprecation.
 */
export function deprecationFields(routes: readonly DeprecatedRoute[]): DeprecationFields {
  return new Map(
    routes.map(({ path, since, sunset, guide }) => {
      const start = readInstant("since", since);
      const end = sunset === undefined ? undefined : readInstant("sunset", sunset);
      if (end !== undefined && end < start)
        throw invalidParameters([
          { name: "deprecations", detail: `expected a sunset after ${since}, received ${sunset}` },
        ]);
      return [
        path,
        {
          Deprecation: `@${Math.floor(start / 1000)}`,
          ...(end !== undefined && { Sunset: new Date(end).toUTCString() }),
          ...(guide !== undefined && {
            Link: `<${encodeURI(guide)}>; rel="${end === undefined ? "deprecation" : "deprecation sunset"}"; type="text/html"`,
          }),
        },
      ];
    }),
  );
}
