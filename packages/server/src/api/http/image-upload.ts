import { maxImageBytes } from "@tools-api/core/image";
import { describeValue, ImageRequest, validate } from "@tools-api/core/internal";
import { z } from "zod";
import type { ApiContext, Services } from "../context.ts";
import { FileText, FileUrl, receiveFile } from "../fetch/file-url.ts";
import { Base64Decoder, ImageFault } from "./base64.ts";
import { mediaType, receiveBody, unsupportedType } from "./body.ts";
import { refuseStrayCredentials } from "./credential.ts";
import { FormImageReader } from "./form-image.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { isJson } from "./json-body.ts";
import { JsonReader } from "./json-reader.ts";
import { multipartBoundary } from "./multipart.ts";
import { readQuery } from "./query.ts";
import { fieldsFromText } from "./text-fields.ts";

// Room for line ends, the other fields, and the structure around them.
const besideImage = 1_000_000;
/** The maximum size of a body with an image in base64, which takes four characters for three bytes. */
export const maxImageBody = Math.ceil((maxImageBytes / 3) * 4) + besideImage;
const maxFormBytes = maxImageBytes + besideImage;

const base64Expected = "an image in base64 (standard or URL-safe, padded or not) or as a data: URI";

/** The request after its image was decoded. */
const DecodedRequest = ImageRequest.extend({
  image: z.custom<Uint8Array>((image) => image instanceof Uint8Array, {
    error: ({ input }) =>
      input instanceof ImageFault
        ? input.detail
        : `expected ${base64Expected}, received ${describeValue(input)}`,
  }),
});

/** A validated image with its conversion options. */
export type ImageUpload = z.output<typeof DecodedRequest>;

type Fields = Record<string, unknown>;

/**
 * Returns a reader of a JSON object whose member `image` is an image in base64. It decodes the image while it arrives.
 * Its text, which is a third larger, is therefore never in memory.
 *
 * @param announced - Bytes of the body, if known.
 */
function jsonImageReader(announced: number): JsonReader {
  const decoded = new GrowingBytes(Math.ceil((announced * 3) / 4));
  return new JsonReader(0, {
    name: "image",
    maxOtherBytes: besideImage,
    open() {
      decoded.truncate(0);
      return new FileText(new Base64Decoder(decoded));
    },
  });
}

async function readJson(c: ApiContext, services: Pick<Services, "fetchUrls">): Promise<Fields> {
  const fields = await receiveBody(c, maxImageBody, jsonImageReader);
  refuseStrayCredentials(c, fields);
  const { image } = fields;
  if (!(image instanceof FileUrl)) return fields;
  if (services.fetchUrls === "off")
    return {
      ...fields,
      image: new ImageFault(`expected ${base64Expected}, received a URL; this server does not fetch URLs`),
    };
  // Nothing is fetched for a request with other errors.
  validate(DecodedRequest, { ...fields, image: new Uint8Array() });
  const { bytes } = await receiveFile(c, services, image, { field: "image", maxBytes: maxImageBytes });
  return { ...fields, image: bytes };
}

async function readForm(c: ApiContext): Promise<Fields> {
  const boundary = multipartBoundary(c);
  const fields = await receiveBody(c, maxFormBytes, (announced) => new FormImageReader(boundary, announced));
  refuseStrayCredentials(c, fields);
  return fields;
}

async function readRaw(c: ApiContext): Promise<Fields> {
  const fields = fieldsFromText(ImageRequest, readQuery(c));
  const image = Object.hasOwn(fields, "image")
    ? new ImageFault("expected the image only as the body, received another one in the query")
    : new Uint8Array();
  // Errors in the query are reported before the body arrives.
  validate(DecodedRequest, { ...fields, image });
  const bytes = await receiveBody(c, maxImageBytes, (announced) => {
    const arrived = new GrowingBytes(announced);
    return { write: (chunk: Uint8Array) => arrived.append(chunk), end: () => arrived.bytes };
  });
  return { ...fields, image: bytes };
}

/** The content types of a body that is the image itself. Only its content determines its format. */
export const rawMediaTypes: readonly string[] = ["image/*", "application/octet-stream", "application/pdf"];

/** The ways in which a request can send an image. */
const transports: readonly {
  types: readonly string[];
  takes: (type: string) => boolean;
  read: (c: ApiContext, services: Pick<Services, "fetchUrls">) => Promise<Fields>;
}[] = [
  { types: ["application/json"], takes: isJson, read: readJson },
  {
    types: ["multipart/form-data"],
    takes: (type) => type === "multipart/form-data",
    read: readForm,
  },
  {
    types: rawMediaTypes,
    takes: (type) => rawMediaTypes.includes(type.replace(/^image\/[\w.+-]+$/, "image/*")),
    read: readRaw,
  },
];

/**
 * Reads the image of a request with its conversion options. A request has one of three forms: JSON with the image in
 * base64 or as a URL, `multipart/form-data` with the file part `image` and the options as parts, or the image as the body with the
 * options in the query.
 *
 * @throws ToolsError `unsupported_media_type`, `invalid_json`, `invalid_request`, `payload_too_large`, `overloaded`,
 *   and `invalid_parameter` with an entry for every invalid field.
 */
export async function readImageUpload(
  c: ApiContext,
  services: Pick<Services, "fetchUrls">,
): Promise<ImageUpload> {
  const type = mediaType(c);
  const transport = transports.find(({ takes }) => takes(type));
  if (!transport)
    throw unsupportedType(type, `one of ${transports.flatMap(({ types }) => types).join(", ")}`);
  return validate(DecodedRequest, await transport.read(c, services));
}
