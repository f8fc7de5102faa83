import { describeValue, ImageRequest, maximumImageBytes, validate } from "@tools-api/core";
import { z } from "zod";
import type { ApiContext } from "../context.ts";
import { ImageFault } from "./base64.ts";
import { mediaType, receiveBody, unsupportedType } from "./body.ts";
import { refuseStrayCredentials } from "./credential.ts";
import { FormImageReader } from "./form-image.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { isJson } from "./json-body.ts";
import { jsonImageReader } from "./json-image.ts";
import { multipartBoundary } from "./multipart.ts";
import { readQuery } from "./query.ts";
import { fieldsFromText } from "./text-fields.ts";

// For line ends, the other fields, and what stands around them.
const besideImage = 1_000_000;
// Base64 takes four characters for three bytes.
const maximumJsonBytes = Math.ceil((maximumImageBytes / 3) * 4) + besideImage;
const maximumFormBytes = maximumImageBytes + besideImage;

const base64Expected = "an image in base64 (standard or URL-safe, padded or not) or as a data: URI";

/** The request once its image is bytes. */
const DecodedRequest = ImageRequest.extend({
  image: z.custom<Uint8Array>((image) => image instanceof Uint8Array, {
    error: ({ input }) =>
      input instanceof ImageFault
        ? input.detail
        : `expected ${base64Expected}, received ${describeValue(input)}`,
  }),
});

/** An image and what is to be made of it, checked. */
export type ImageUpload = z.output<typeof DecodedRequest>;

type Fields = Record<string, unknown>;

async function readJson(c: ApiContext): Promise<Fields> {
  const fields = await receiveBody(c, maximumJsonBytes, jsonImageReader);
  refuseStrayCredentials(c, fields);
  return fields;
}

async function readForm(c: ApiContext): Promise<Fields> {
  const boundary = multipartBoundary(c);
  const fields = await receiveBody(
    c,
    maximumFormBytes,
    (announced) => new FormImageReader(boundary, announced),
  );
  refuseStrayCredentials(c, fields);
  return fields;
}

async function readRaw(c: ApiContext): Promise<Fields> {
  const fields = fieldsFromText(ImageRequest, readQuery(c));
  const image = Object.hasOwn(fields, "image")
    ? new ImageFault("expected the image as the body alone, received another in the query")
    : new Uint8Array();
  // What the query says wrong can be told before the body has come.
  validate(DecodedRequest, { ...fields, image });
  const bytes = await receiveBody(c, maximumImageBytes, (announced) => {
    const arrived = new GrowingBytes(announced);
    return { write: (chunk: Uint8Array) => arrived.append(chunk), end: () => arrived.bytes };
  });
  return { ...fields, image: bytes };
}

/** The types of a body that is the image itself. Only its content decides what it is. */
export const rawMediaTypes: readonly string[] = ["image/*", "application/octet-stream", "application/pdf"];

/** How a request may bring an image. */
const transports: readonly {
  types: readonly string[];
  takes: (type: string) => boolean;
  read: (c: ApiContext) => Promise<Fields>;
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
 * The image of a request and what is to be made of it: as JSON with the image in base64, as `multipart/form-data`
 * with the file part `image` and the other fields as parts, or as the body itself with the other fields in the query.
 *
 * @throws ToolsError `unsupported_media_type`, `invalid_json`, `invalid_request`, `payload_too_large`, `overloaded`, and
 * `invalid_parameter` with an entry for every bad field.
 */
export async function readImageUpload(c: ApiContext): Promise<ImageUpload> {
  const type = mediaType(c);
  const transport = transports.find(({ takes }) => takes(type));
  if (!transport)
    throw unsupportedType(type, `one of ${transports.flatMap(({ types }) => types).join(", ")}`);
  return validate(DecodedRequest, await transport.read(c));
}
