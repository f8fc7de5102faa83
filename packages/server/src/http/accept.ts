import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal/schema";
import { parseAccept } from "hono/utils/accept";
import type { ApiContext } from "./context.ts";

/** The result of content negotiation. */
export interface Negotiated {
  /** `binary` if the client prefers the bytes, otherwise `json`. `json` also if it accepts both equally. */
  representation: "json" | "binary";
  /** Whether the client accepts JSON, even if it prefers the bytes. */
  acceptsJson: boolean;
  /** The acceptable media types of the bytes. */
  types: readonly string[];
}

/** Returns the range of a media type, `image/*`; `null` if JSON is in it. */
function rangeOf(type: string): string | null {
  const range = type.replace(/\/.*/, "/*");
  return range === "application/*" ? null : range;
}

/** Returns an Accept header that prefers bytes of these media types to JSON, as ranges that JSON is not in. */
export function binaryRanges(mediaTypes: readonly string[]): string {
  return [...new Set(mediaTypes.map((type) => rangeOf(type) ?? type))].join(", ");
}

/**
 * Negotiates between JSON and the bytes themselves, and between the types of the bytes, by the Accept header (RFC 9110
 * §12.5.1).
 *
 * @param types - The media types that the request allows.
 * @throws ToolsError `not_acceptable` if the header names only types of the same kind, and none of these.
 */
export function negotiateBinary(accept: string | undefined, types: readonly string[]): Negotiated {
  const ranges = parseAccept(accept ?? "*/*").map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const quality = (...wanted: (string | null)[]) =>
    Math.max(0, ...ranges.filter(({ type }) => wanted.includes(type)).map(({ q }) => q));
  const names = (name: string | null) => ranges.some(({ type }) => type === name);

  // The most specific range that matches a type decides. Programs send `*/*` without a preference for the bytes, unless
  // they rank JSON separately.
  const ranksJson = names("application/json");
  const ownQuality = (type: string) =>
    quality(names(type) ? type : ranksJson && !names(rangeOf(type)) ? "*/*" : rangeOf(type));
  const isAllowed = (type: string) =>
    ownQuality(type) > 0 || (!names(type) && !names(rangeOf(type)) && quality("*/*") > 0);
  const allowed = types.filter(isAllowed);

  const binary = Math.max(0, ...allowed.map(ownQuality));
  const json = ranksJson ? quality("application/json") : quality("application/*", "*/*");
  if (binary > json || (binary > 0 && binary === json && quality("application/json") === 0))
    return { representation: "binary", acceptsJson: json > 0, types: allowed };
  const kinds = [...new Set(types.flatMap((type) => rangeOf(type) ?? []))];
  const isOfKind = (type: string) => kinds.some((kind) => type.startsWith(kind.slice(0, -1)));
  if (ranges.length > 0 && ranges.every(({ type }) => isOfKind(type)))
    throw new ToolsError(
      "not_acceptable",
      `Accept: expected application/json, ${kinds.map((kind) => `${kind} or `).join("")}${types.join(", ")}, received ${describeValue(accept)}`,
    );
  // The named types also narrow the types of the bytes inside the JSON, unless they exclude all.
  return { representation: "json", acceptsJson: true, types: allowed.length > 0 ? allowed : types };
}

/** Returns the only one of these media types that an Accept header names; `null` if it names none or several. */
export function namedType(accept: string | undefined, types: readonly string[]): string | null {
  const named = parseAccept(accept ?? "")
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase());
  const [only, ...others] = types.filter((type) => named.includes(type));
  return only !== undefined && others.length === 0 ? only : null;
}

/** Returns whether an Accept header allows JSON: by its most specific range (RFC 9110 §12.5.1), or because there is none. */
export function allowsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  const ranges = parseAccept(accept).map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const decisive = ["application/json", "application/*", "*/*"].flatMap((range) =>
    ranges.filter(({ type }) => type === range).slice(0, 1),
  );
  return (decisive[0]?.q ?? 0) > 0;
}

/** Returns whether the client prefers HTML: browsers name it first. Programs get JSON. */
export function prefersHtml(c: ApiContext): boolean {
  return /^\s*text\/html\b/i.test(c.req.header("Accept") ?? "");
}
