import type { FileField } from "@tools-api/core/tools";
import { fileTooLarge } from "./body.ts";
import type { GrowingBytes } from "./growing-bytes.ts";
import type { StringSink } from "./json-string.ts";
import { PercentDecoder } from "./percent-escapes.ts";

const digits = /^[A-Za-z0-9+/_-]*$/;
// The white space that forgiving decoders skip (WHATWG Infra §8). Line breaks in email and PEM consist of it.
const whiteSpace = /[ \t\r\n\f]+/g;
const leadingSpace = /^[ \t\r\n\f]+/;
const neitherDigitNorSpace = /[^A-Za-z0-9+/_\- \t\r\n\f]/;
const endsInHighSurrogate = /[\ud800-\udbff]$/;

const scheme = "data:";
// The media type, its parameters, and whether the data is base64.
const dataUri = /^data:[^,]*?(; *base64)?,/i;
const maxOpeningLength = 300;

/** An error in the file field. `detail` completes a validation message. */
export class FileFault {
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/**
 * Decodes base64 that arrives in chunks: standard or URL-safe (RFC 4648 §4, §5), with or without padding and white
 * space, or as a `data:` URI (RFC 2397), whose data may also be percent-encoded. An invalid character ends the decoding;
 * {@link end} reports it.
 */
export class Base64Decoder implements StringSink {
  readonly #decoded: GrowingBytes;
  readonly #file: FileField;
  /** The characters so far, while they may be the start of a `data:` URI; `null` once that is decided. */
  #opening: string | null = "";
  /** Decodes the data of a `data:` URI; `null` for any other value. */
  #escapes: PercentDecoder | null = null;
  /** True if the data is not base64, but the file itself. */
  #isPlain = false;
  /** Up to three digits of an incomplete group of four. */
  #rest = "";
  #padding = 0;
  /** Number of UTF-16 code units of the value that were read. */
  #position = 0;
  #highSurrogate = "";
  #fault: string | null = null;

  constructor(decoded: GrowingBytes, file: FileField) {
    this.#decoded = decoded;
    this.#file = file;
  }

  /**
   * Decodes bytes that consist only of base64 digits, the fast path.
   *
   * @returns False if it takes nothing: there are other characters, or the position requires {@link push}.
   */
  pushBytes(bytes: Buffer): boolean {
    if (this.#opening !== null || this.#padding > 0 || this.#fault !== null || this.#highSurrogate !== "")
      return false;
    if (this.#isPlain || this.#escapes?.isCut) return false;
    const missing = this.#rest === "" ? 0 : Math.min(4 - this.#rest.length, bytes.length);
    const first = this.#rest + bytes.toString("latin1", 0, missing);
    const whole = missing + Math.floor((bytes.length - missing) / 4) * 4;
    const rest = bytes.toString("latin1", whole);
    if (!digits.test(first) || !digits.test(rest)) return false;
    if (!this.#append(first.length === 4 ? first : "", bytes.toString("latin1", missing, whole)))
      return false;
    this.#rest = first.length === 4 ? rest : first + rest;
    this.#position += bytes.length;
    return true;
  }

  /** Decodes any characters of the value. */
  push(characters: string): void {
    const text = this.#highSurrogate + characters;
    // An error message cannot quote half a character.
    this.#highSurrogate = endsInHighSurrogate.exec(text)?.[0] ?? "";
    this.#take(text.slice(0, text.length - this.#highSurrogate.length));
  }

  /** Returns the bytes, an error in the characters, or an empty string if there were none. */
  end(): Uint8Array | FileFault | "" {
    if (this.#opening === "" && this.#highSurrogate === "") return "";
    if (this.#opening !== null) this.#decideOpening(this.#opening);
    this.#read(this.#highSurrogate);
    if (this.#escapes !== null) this.#readData(this.#escapes.end());
    if (this.#rest.length === 1)
      this.#fault ??= `received ${this.#position} characters, which do not encode a whole number of bytes`;
    if (this.#fault !== null) return new FileFault(`expected base64, ${this.#fault}`);
    if (this.#rest !== "") this.#decoded.append(Buffer.from(this.#rest, "base64"));
    this.#limit(0);
    return this.#decoded.bytes;
  }

  #take(text: string): void {
    if (this.#opening === null) {
      this.#read(text);
      return;
    }
    const found = this.#opening + text;
    const opening = found.replace(leadingSpace, "");
    this.#position += found.length - opening.length;
    const canBeUri = opening.slice(0, scheme.length).toLowerCase() === scheme.slice(0, opening.length);
    if (canBeUri && opening.length < maxOpeningLength && !opening.includes(",")) this.#opening = opening;
    else this.#decideOpening(opening);
  }

  #decideOpening(opening: string): void {
    this.#opening = null;
    const [uri = "", base64] = dataUri.exec(opening.slice(0, maxOpeningLength)) ?? [];
    this.#position += uri.length;
    this.#escapes = uri === "" ? null : new PercentDecoder();
    this.#isPlain = uri !== "" && base64 === undefined;
    if (uri === "" && opening.slice(0, scheme.length).toLowerCase() === scheme)
      this.#fault = `received a data: URI without a comma in its first ${maxOpeningLength} characters`;
    this.#read(opening.slice(uri.length));
  }

  /** Reads characters after the opening. */
  #read(text: string): void {
    if (this.#escapes === null) this.#decode(text);
    else this.#readData(this.#escapes.push(text));
  }

  /** Reads data of a `data:` URI without its escapes. */
  #readData(data: Buffer): void {
    if (!this.#isPlain) {
      this.#decode(data.toString("utf8"));
      return;
    }
    this.#limit(data.length);
    this.#decoded.append(data);
  }

  #decode(text: string): void {
    if (this.#fault !== null) return;
    const padding = this.#padding > 0 ? 0 : text.indexOf("=");
    const body = padding === -1 ? text : text.slice(0, padding);
    const wrong = neitherDigitNorSpace.exec(body);
    if (wrong) {
      this.#refuse(body, wrong.index);
      return;
    }
    const found = this.#rest + body.replace(whiteSpace, "");
    const whole = Math.floor(found.length / 4) * 4;
    this.#append(found.slice(0, whole));
    this.#rest = found.slice(whole);
    this.#position += body.length;
    if (padding !== -1) this.#skipPadding(text.slice(padding));
  }

  #skipPadding(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const character = text.charAt(index);
      if (character === "=") this.#padding += 1;
      if (this.#padding > 2 || (character !== "=" && character.replace(whiteSpace, "") !== "")) {
        this.#refuse(text, index);
        return;
      }
    }
    this.#position += text.length;
  }

  #append(...groups: string[]): boolean {
    const before = this.#decoded.length;
    for (const group of groups) {
      this.#limit((group.length / 4) * 3);
      if (this.#decoded.appendBase64(group)) continue;
      this.#decoded.truncate(before);
      return false;
    }
    return true;
  }

  #limit(more: number): void {
    if (this.#decoded.length + more > this.#file.maxBytes) throw fileTooLarge(this.#file);
  }

  #refuse(text: string, index: number): void {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0).toWellFormed();
    this.#fault = `received ${JSON.stringify(character)} at position ${this.#position + index}`;
  }
}
