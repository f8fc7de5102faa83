import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal";
import { parseAccept } from "hono/utils/accept";
import type { ApiContext } from "../context.ts";

/** The result of content negotiation. */
export interface Negotiated<Format> {
  /** `image` if the client prefers images, otherwise `json`. `json` also if it accepts both equally. */
  representation: "json" | "image";
  /** The acceptable formats. */
  formats: Format[];
}

/**
 * Negotiates between JSON and the image itself, and between image formats, by the Accept header (RFC 9110 §12.5.1).
 *
 * @param formats - The requested format, or the formats to choose from.
 * @param contentType - Returns the content type of a format.
 * @throws ToolsError `not_acceptable` if the header names only image types and none of these.
 */
export function negotiateImage<Format extends string>(
  accept: string | undefined,
  formats: readonly Format[],
  contentType: (format: Format) => string,
): Negotiated<Format> {
  const ranges = parseAccept(accept ?? "*/*").map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const quality = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ q }) => q));
  const names = (name: string) => ranges.some(({ type }) => type === name);

  // The most specific range that matches a type decides.
  const imageQuality = (format: Format) =>
    quality(names(contentType(format)) ? contentType(format) : "image/*");
  const isAllowed = (format: Format) =>
    imageQuality(format) > 0 || (!names(contentType(format)) && !names("image/*") && quality("*/*") > 0);
  const allowed = formats.filter(isAllowed);

  const image = Math.max(0, ...allowed.map(imageQuality));
  const json = quality("application/json", "application/*", "*/*");
  if (image > json || (image > 0 && image === json && quality("application/json") === 0))
    return { representation: "image", formats: allowed };
  const imagesAlone = ranges.length > 0 && ranges.every(({ type }) => type.startsWith("image/"));
  if (imagesAlone)
    throw new ToolsError(
      "not_acceptable",
      `Accept: expected application/json, image/* or ${formats.map(contentType).join(", ")}, received ${describeValue(accept)}`,
    );
  // The named types also narrow the formats of the image inside the JSON, unless they exclude all.
  return { representation: "json", formats: allowed.length > 0 ? allowed : [...formats] };
}

/** Returns whether the client prefers HTML: browsers name it first. Programs get JSON. */
export function prefersHtml(c: ApiContext): boolean {
  return /^\s*text\/html\b/i.test(c.req.header("Accept") ?? "");
}
