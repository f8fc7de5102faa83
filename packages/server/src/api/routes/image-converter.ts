import { autoFormats } from "@tools-api/core/image";
import { contentType, ImageRecord, inSnakeCase, prepareConversion, toWire } from "@tools-api/core/internal";
import type { ApiContext, Services } from "../context.ts";
import { negotiateImage } from "../http/accept.ts";
import { type ImageUpload, readImageUpload } from "../http/image-upload.ts";
import { respondBase64Json, respondBytes } from "../http/respond.ts";

/** Escapes JSON as ASCII for a header field. */
function toAscii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Negotiates the representation of the response and, for `auto`, the formats to choose from. */
function negotiate(c: ApiContext, format: ImageUpload["format"]) {
  const accept = c.req.header("Accept");
  if (format !== "auto")
    return {
      representation: negotiateImage(accept, [format], contentType).representation,
      accept: undefined,
    };
  const { representation, formats } = negotiateImage(accept, autoFormats, contentType);
  return { representation, accept: formats };
}

/** Handles `POST /v1/tools/image-converter`. */
export async function imageConverter(c: ApiContext, services: Services): Promise<Response> {
  const { image: upload, ...fields } = await readImageUpload(c, services);
  const { representation, accept } = negotiate(c, fields.format);
  const conversion = prepareConversion(upload, { ...fields, accept });
  const run = { signal: c.req.raw.signal, caller: c.get("caller") };
  const { image, ...record } = await services.convertImage(conversion, run).catch((error: unknown) => {
    throw inSnakeCase(error);
  });
  c.header("Vary", "Accept");
  const json = JSON.stringify(toWire(ImageRecord, record));
  if (representation === "json") return respondBase64Json(c, "image", image, json);
  c.header("Content-Disposition", `inline; filename="image.${record.format}"`);
  c.header("X-Image", toAscii(json));
  return respondBytes(c, image, record.contentType);
}
