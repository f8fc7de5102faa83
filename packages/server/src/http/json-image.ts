import { ToolsError } from "@tools-api/core";
import { Base64Decoder } from "./base64.ts";
import { type BodySink, parseJsonObject, refuseJson } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";

const quote = 0x22;
const backslash = 0x5c;
const [comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];
const letterU = 0x75;

// JSON.parse takes tens of nanoseconds for a byte of small values, in a process that answers nobody meanwhile.
const maximumBytesBesideImage = 1_000_000;

const longestSpelling = '"image"'.length + 5 * "u0069".length;

/** Whether a key in its quotes is `image`, in any spelling. */
function namesImage(key: Uint8Array): boolean {
  if (key.length > longestSpelling) return false;
  const text = Buffer.from(key).toString("latin1");
  if (text === '"image"') return true;
  try {
    return text.includes("\\") && JSON.parse(text) === "image";
  } catch {
    return false;
  }
}

/**
 * Reads the characters of one JSON string as they arrive, without its quotes, into a decoder of base64. Its pieces
 * are JSON strings themselves once no escape is cut in two, so that `JSON.parse` judges them.
 */
class JsonBase64 {
  readonly decoder: Base64Decoder;
  // A byte order mark within a string is a character of it.
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #isWithinCharacter = false;

  constructor(decoder: Base64Decoder) {
    this.decoder = decoder;
  }

  push(bytes: Buffer, { isEscaped }: { isEscaped: boolean }): void {
    if (!isEscaped && !this.#isWithinCharacter && this.decoder.pushDigits(bytes)) return;
    try {
      const text = this.#utf8.decode(bytes, { stream: true });
      this.#isWithinCharacter = (bytes.at(-1) ?? 0) > 0x7f;
      // A piece between quotes that parses is a string.
      this.decoder.push(JSON.parse(`"${text}"`) as string);
    } catch (error) {
      throw error instanceof ToolsError ? error : refuseJson(error);
    }
  }

  end(): void {
    try {
      this.#utf8.decode();
    } catch (error) {
      refuseJson(error);
    }
  }
}

/** Where the piece of a string from `start` on ends: at its closing quote, at an escape that is cut in two, or with the bytes. */
function endOfPiece(bytes: Buffer, start: number): { end: number; isEscaped: boolean } {
  const closing = bytes.indexOf(quote, start);
  const end = closing === -1 ? bytes.length : closing;
  const escape = bytes.subarray(start, end).indexOf(backslash);
  if (escape === -1) return { end, isEscaped: false };
  for (let position = start + escape; position < bytes.length; position++) {
    if (bytes[position] === quote) return { end: position, isEscaped: true };
    if (bytes[position] !== backslash) continue;
    const length = bytes[position + 1] === letterU ? 6 : 2;
    if (position + length > bytes.length) return { end: position, isEscaped: true };
    position += length - 1;
  }
  return { end: bytes.length, isEscaped: true };
}

/**
 * Reads a JSON object whose member `image` is an image in base64, and decodes that while it arrives, so that its
 * text of four thirds of the size is never in memory. All else is left to `JSON.parse`: the object with an empty
 * string in place of the image is a JSON text (RFC 8259) exactly where the whole was one and its string was well-formed.
 */
export class JsonImageReader implements BodySink<Record<string, unknown>> {
  readonly #decoded: GrowingBytes;
  readonly #skeleton = new GrowingBytes(0);
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Where the key of the outermost object that is read begins in the skeleton. */
  #keyStart: number | null = null;
  /** Whether the last key of the outermost object was `image`, and its value has not come. */
  #awaitsImage = false;
  #isValueNext = false;
  /** The image while it is read. */
  #reading: JsonBase64 | null = null;
  /** The last image: of members of the same name the last one counts. */
  #image: Base64Decoder | null = null;
  /** The beginning of an escape that was cut in two. */
  #cut: Buffer = Buffer.alloc(0);

  /** @param announced - Bytes of the body, as far as is known. */
  constructor(announced: number) {
    this.#decoded = new GrowingBytes(Math.ceil((announced * 3) / 4));
  }

  write(chunk: Uint8Array): void {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, piece]) : piece;
    this.#cut = Buffer.alloc(0);
    let position = 0;
    while (position < bytes.length)
      position = this.#reading
        ? this.#readImage(this.#reading, bytes, position)
        : this.#readOther(bytes, position);
  }

  /** The members of the object, `image` as bytes, or an `ImageFault` that says what is wrong with its string. */
  end(): Record<string, unknown> {
    if (this.#reading) refuseJson();
    const fields = parseJsonObject(this.#skeleton.bytes);
    if (this.#image && fields["image"] === "") fields["image"] = this.#image.end();
    return fields;
  }

  /** Reads on to the end of the image's string or of the bytes, and returns where that is. */
  #readImage(reading: JsonBase64, bytes: Buffer, start: number): number {
    const { end, isEscaped } = endOfPiece(bytes, start);
    if (end > start) reading.push(bytes.subarray(start, end), { isEscaped });
    if (bytes[end] !== quote) {
      this.#cut = Buffer.from(bytes.subarray(end));
      return bytes.length;
    }
    reading.end();
    this.#reading = null;
    this.#keep(bytes.subarray(end, end + 1));
    return end + 1;
  }

  /** Reads on to the beginning of an image's string or the end of the bytes, and returns where that is. */
  #readOther(bytes: Buffer, start: number): number {
    let from = start;
    const keepTo = (end: number) => {
      this.#keep(bytes.subarray(from, end));
      from = end;
    };
    for (let position = start; position < bytes.length; position++) {
      const byte = bytes[position];
      if (this.#isInString) {
        if (!this.#endsString(byte) || this.#keyStart === null) continue;
        keepTo(position + 1);
        this.#awaitsImage = namesImage(this.#skeleton.bytes.subarray(this.#keyStart));
        this.#keyStart = null;
      } else if (byte !== quote) this.#readStructure(byte);
      else if (this.#depth === 1 && this.#isValueNext && this.#awaitsImage) {
        keepTo(position + 1);
        this.#openImage();
        return from;
      } else {
        this.#isInString = true;
        if (this.#depth !== 1 || this.#isValueNext) continue;
        keepTo(position);
        this.#keyStart = this.#skeleton.length;
      }
    }
    keepTo(bytes.length);
    return from;
  }

  /** Whether this byte of a string is its closing quote. */
  #endsString(byte: number | undefined): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
    return !this.#isInString;
  }

  #readStructure(byte: number | undefined): void {
    if (byte === openBrace || byte === openBracket) this.#depth += 1;
    else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
    else if (this.#depth === 1 && (byte === colon || byte === comma)) this.#isValueNext = byte === colon;
  }

  #openImage(): void {
    this.#awaitsImage = false;
    this.#decoded.truncate(0);
    this.#image = new Base64Decoder(this.#decoded);
    this.#reading = new JsonBase64(this.#image);
  }

  #keep(bytes: Uint8Array): void {
    if (this.#skeleton.length + bytes.length > maximumBytesBesideImage)
      throw new ToolsError(
        "payload_too_large",
        `body: expected at most ${maximumBytesBesideImage} bytes beside the string of image, received more`,
      );
    this.#skeleton.append(bytes);
  }
}
