import { ImageRequest, maximumImageBytes, toSnakeCase, validate } from "@tools-api/core";
import { contentTypeOf, convertImage } from "@tools-api/core/image";
import type { ApiContext, Services } from "../context.ts";
import { negotiateImage } from "../http/accept.ts";
import { decodeImage } from "../http/base64.ts";
import { readJsonObject } from "../http/body.ts";
import { refuseStrayCredentials } from "../http/credential.ts";
import { respondBytes, respondJsonText } from "../http/respond.ts";

// Base64 takes four characters for three bytes; the rest is for line ends and the other fields.
const maximumBodyBytes = Math.ceil((maximumImageBytes / 3) * 4) + 1_000_000;

/** JSON on one line of ASCII, as a header field takes it. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `POST /v1/tools/image-converter` */
export async function imageConverter(c: ApiContext, { queues }: Services): Promise<Response> {
  const body = await readJsonObject(c, maximumBodyBytes);
  refuseStrayCredentials(c, body);
  const { image, keep_metadata, ...options } = validate(ImageRequest, body);
  const contentType = contentTypeOf(options.format);
  const representation = negotiateImage(c.req.header("Accept"), contentType);
  const bytes = decodeImage(image);
  const { image: converted, ...record } = await queues.image.run(() =>
    convertImage(bytes, { ...options, keepMetadata: keep_metadata }),
  );
  if (representation === "image") {
    c.header("Content-Disposition", `inline; filename="image.${record.format}"`);
    c.header("X-Image", asciiJson(toSnakeCase(record)));
    return respondBytes(c, Uint8Array.from(converted), contentType);
  }
  const base64 = Buffer.from(converted.buffer, converted.byteOffset, converted.byteLength).toString("base64");
  // Base64 needs no escapes: JSON.stringify would look at each of its millions of characters in vain.
  return respondJsonText(c, `{"image":"${base64}",${JSON.stringify(toSnakeCase(record)).slice(1)}`);
}
