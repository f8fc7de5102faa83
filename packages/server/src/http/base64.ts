import { invalidParameters, maximumImageBytes, ToolsError } from "@tools-api/core";

const dataUri = /^data:[^,]{0,255};base64,/i;

function refuse(characters: string, offset: number): ToolsError {
  const wrong = /[^A-Za-z0-9+/_=-]|=(?=[^=])/u.exec(characters);
  const detail = wrong
    ? `received ${JSON.stringify(wrong[0].toWellFormed())} at position ${wrong.index + offset}`
    : `received ${characters.length} characters, which is no whole number of bytes`;
  return invalidParameters([{ name: "image", detail: `expected base64, ${detail}` }]);
}

/**
 * The bytes of standard or URL-safe base64 (RFC 4648 §4, §5), padded or not, with or without white space, or
 * of a `data:` URI (RFC 2397).
 *
 * @throws ToolsError `invalid_parameter` with the position of the first wrong character;
 * `payload_too_large` beyond 25 MiB.
 */
export function decodeImage(value: string): Uint8Array {
  const prefix = dataUri.exec(value)?.[0] ?? "";
  const characters = value.slice(prefix.length);
  const compact = /\s/.test(characters) ? characters.replace(/\s+/g, "") : characters;
  const digits = compact.replace(/={1,2}$/, "").length;
  const expected = Math.floor((digits * 3) / 4);
  if (expected > maximumImageBytes)
    throw new ToolsError(
      "payload_too_large",
      `image: expected at most ${maximumImageBytes} bytes, received ${expected}`,
    );
  const bytes = Buffer.from(compact, "base64");
  // The decoder passes over wrong characters, so that a difference in length tells of them: looking at every
  // character first would cost more than decoding.
  if (bytes.byteLength !== expected || digits % 4 === 1) throw refuse(characters, prefix.length);
  return bytes;
}
