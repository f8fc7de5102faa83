import { ToolsError } from "@tools-api/core";
import { parseAccept } from "hono/utils/accept";

/**
 * Whether the answer is JSON or the image itself, by the Accept header (RFC 9110 §12.5.1). JSON is the answer
 * to everybody who does not ask for images, and to whoever asks for both equally.
 *
 * @throws ToolsError `not_acceptable` when the header names image types alone and not this one.
 */
export function negotiateImage(accept: string | undefined, contentType: string): "json" | "image" {
  const ranges = parseAccept(accept ?? "*/*").map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const quality = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ q }) => q));
  const json = quality("application/json", "application/*", "*/*");
  const image = ranges.some(({ type, q }) => type === contentType && q === 0)
    ? 0
    : quality(contentType, "image/*");
  const named = quality("application/json") > 0;
  if (image > json || (image > 0 && image === json && !named)) return "image";
  const imagesAlone = ranges.length > 0 && ranges.every(({ type }) => type.startsWith("image/"));
  if (imagesAlone)
    throw new ToolsError(
      "not_acceptable",
      `Accept: expected application/json, image/* or ${contentType}, received ${JSON.stringify(accept)}`,
    );
  return "json";
}
