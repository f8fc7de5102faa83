import { describeValue, ToolsError } from "@tools-api/core";
import { parseAccept } from "hono/utils/accept";
import type { ApiContext } from "../context.ts";

/** What an answer may be. */
export interface Negotiated<Format> {
  /** JSON is the answer to everybody who does not ask for images, and to whoever asks for both equally. */
  representation: "json" | "image";
  /** Those of the formats whose types are allowed. */
  formats: Format[];
}

/**
 * Whether the answer is JSON or the image itself, and in which of several formats, by the Accept header
 * (RFC 9110 §12.5.1).
 *
 * @param formats - The format that is asked for, or those that one is to be chosen from.
 * @param typeOf - The content type of a format.
 * @throws ToolsError `not_acceptable` when the header names image types alone and none of these.
 */
export function negotiateImage<Format extends string>(
  accept: string | undefined,
  formats: readonly Format[],
  typeOf: (format: Format) => string,
): Negotiated<Format> {
  const ranges = parseAccept(accept ?? "*/*").map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const quality = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ q }) => q));
  const names = (name: string) => ranges.some(({ type }) => type === name);

  // The most specific range that matches a type decides about it.
  const imageQuality = (format: Format) => quality(names(typeOf(format)) ? typeOf(format) : "image/*");
  const isAllowed = (format: Format) =>
    imageQuality(format) > 0 || (!names(typeOf(format)) && !names("image/*") && quality("*/*") > 0);
  const allowed = formats.filter(isAllowed);

  const image = Math.max(0, ...allowed.map(imageQuality));
  const json = quality("application/json", "application/*", "*/*");
  if (image > json || (image > 0 && image === json && quality("application/json") === 0))
    return { representation: "image", formats: allowed };
  const imagesAlone = ranges.length > 0 && ranges.every(({ type }) => type.startsWith("image/"));
  if (imagesAlone)
    throw new ToolsError(
      "not_acceptable",
      `Accept: expected application/json, image/* or ${formats.map(typeOf).join(", ")}, received ${describeValue(accept)}`,
    );
  // The types that are named narrow the choice for what stands in the JSON as well, as far as they leave one.
  return { representation: "json", formats: allowed.length > 0 ? allowed : [...formats] };
}

/** Whether a browser asks, which names HTML before all else; programs get JSON. */
export function asksForPage(c: ApiContext): boolean {
  return /^\s*text\/html\b/i.test(c.req.header("Accept") ?? "");
}
