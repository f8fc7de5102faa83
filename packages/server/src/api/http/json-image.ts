import { Base64Decoder } from "./base64.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { JsonReader } from "./json-reader.ts";

/**
 * Returns a reader of a JSON object whose member `image` is an image in base64. It decodes the image while it arrives.
 * Its text, which is a third larger, is therefore never in memory.
 *
 * @param announced - Bytes of the body, if known.
 */
export function jsonImageReader(announced: number): JsonReader {
  const decoded = new GrowingBytes(Math.ceil((announced * 3) / 4));
  return new JsonReader(0, {
    name: "image",
    maxOtherBytes: 1_000_000,
    open() {
      decoded.truncate(0);
      return new Base64Decoder(decoded);
    },
  });
}
