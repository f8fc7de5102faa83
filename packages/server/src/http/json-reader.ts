import { ToolsError } from "@tools-api/core";
import type { BodySink } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { parseJsonObject, refuseJson } from "./json-object.ts";
import { JsonStringReader, type StringSink } from "./json-string.ts";
import { JsonStructure, maxJsonMembers } from "./json-structure.ts";

const quote = 0x22;
const backslash = 0x5c;
const none = Buffer.alloc(0);

/** The member of the outermost object whose value can be a string of many megabytes. */
export interface LongString {
  name: string;
  /** The maximum size of the rest of the body in bytes. JSON.parse takes up to 3 ms for a string of a megabyte. */
  maxOtherBytes: number;
  /** Returns a sink for its characters. A repeated member gets another sink, and the last one counts. */
  open(): StringSink;
}

/** Returns whether a quoted key has this name, with or without escapes. */
function isKey(key: Uint8Array, name: string): boolean {
  if (key.length > name.length * "\\u0000".length + 2) return false;
  const text = Buffer.from(key).toString("latin1");
  if (text === `"${name}"`) return true;
  try {
    return text.includes("\\") && JSON.parse(text) === name;
  } catch {
    return false;
  }
}

/**
 * Reads a JSON object as it arrives, in chunks of any size. Refuses it as soon as it is nested too deeply or has too
 * many members. One long string is decoded chunk by chunk. `JSON.parse` gets the rest: the object with an empty string
 * instead of the long one. That rest is a JSON text (RFC 8259) exactly if the whole text is one and the long string is
 * well-formed. If a name occurs several times, the last member counts, as in `JSON.parse`.
 */
export class JsonReader implements BodySink<Record<string, unknown>> {
  readonly #longString: LongString | undefined;
  readonly #rest: GrowingBytes;
  readonly #structure: JsonStructure;
  #isInString = false;
  #isEscaped = false;
  /** The position in the rest at which the current key of the outermost object starts. */
  #keyStart: number | null = null;
  /** Whether the last key of the outermost object names the long string, and its value has not started. */
  #awaitsLongString = false;
  /** The reader of the long string, while it is being read. */
  #reading: JsonStringReader | null = null;
  /** The sink of the last long string. */
  #sink: StringSink | null = null;
  /** The start of an escape sequence that a chunk cut. */
  #cut: Buffer = none;

  /**
   * Creates the reader.
   *
   * @param announced - Bytes of the body without the long string, if known.
   */
  constructor(announced: number, longString?: LongString, maxMembers: number = maxJsonMembers) {
    this.#rest = new GrowingBytes(announced);
    this.#longString = longString;
    this.#structure = new JsonStructure(maxMembers);
  }

  write(chunk: Uint8Array): void {
    const received = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, received]) : received;
    this.#cut = none;
    let position = 0;
    while (position < bytes.length)
      position = this.#reading
        ? this.#readLongString(this.#reading, bytes, position)
        : this.#readOther(bytes, position);
  }

  /** Returns the members of the object. The sink returns the value of the long string. */
  end(): Record<string, unknown> {
    if (this.#reading) refuseJson();
    const fields = parseJsonObject(this.#rest.bytes);
    if (this.#longString && this.#sink && fields[this.#longString.name] === "")
      fields[this.#longString.name] = this.#sink.end();
    return fields;
  }

  /** Reads to the end of the long string or of the bytes. Returns that position. */
  #readLongString(reading: JsonStringReader, bytes: Buffer, start: number): number {
    const end = reading.read(bytes, start);
    if (bytes[end] !== quote) {
      this.#cut = Buffer.from(bytes.subarray(end));
      return bytes.length;
    }
    this.#reading = null;
    this.#keep(bytes.subarray(end, end + 1));
    return end + 1;
  }

  /** Reads to the start of a long string or the end of the bytes. Returns that position. */
  #readOther(bytes: Buffer, start: number): number {
    let from = start;
    const keepTo = (end: number) => {
      this.#keep(bytes.subarray(from, end));
      from = end;
    };
    for (let position = start; position < bytes.length; position++) {
      // The loop keeps the position within the bytes.
      const byte = bytes[position] ?? 0;
      if (this.#isInString) {
        if (!this.#endsString(byte) || this.#keyStart === null) continue;
        keepTo(position + 1);
        this.#readKey(this.#rest.bytes.subarray(this.#keyStart));
        continue;
      }
      this.#structure.read(byte);
      if (byte !== quote) continue;
      const { isOutermost, isValueNext } = this.#structure;
      if (isOutermost && isValueNext && this.#awaitsLongString) {
        keepTo(position + 1);
        this.#openLongString();
        return from;
      }
      this.#isInString = true;
      if (!isOutermost || isValueNext) continue;
      keepTo(position);
      this.#keyStart = this.#rest.length;
    }
    keepTo(bytes.length);
    return from;
  }

  /** Returns whether this byte of a string is its closing quote. */
  #endsString(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
    return !this.#isInString;
  }

  #readKey(key: Uint8Array): void {
    this.#awaitsLongString = this.#longString !== undefined && isKey(key, this.#longString.name);
    this.#keyStart = null;
  }

  #openLongString(): void {
    this.#awaitsLongString = false;
    this.#sink = this.#longString?.open() ?? null;
    this.#reading = this.#sink && new JsonStringReader(this.#sink);
  }

  #keep(bytes: Uint8Array): void {
    const { name, maxOtherBytes } = this.#longString ?? { name: "", maxOtherBytes: Infinity };
    if (this.#rest.length + bytes.length > maxOtherBytes)
      throw new ToolsError(
        "payload_too_large",
        `body: expected at most ${maxOtherBytes} bytes in addition to ${name}, received more`,
      );
    this.#rest.append(bytes);
  }
}
