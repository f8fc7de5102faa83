import { ToolsError } from "@tools-api/core";
import type { BodySink } from "../http/body.ts";
import { GrowingBytes } from "../http/growing-bytes.ts";
import { parseJsonObject } from "../http/json-object.ts";

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const space = 0x20;

/** Bytes of a message without the arguments of a tool. */
export const maxEnvelopeBytes = 65_536;

/** The nesting of a message without the arguments of a tool. `JSON.parse` is slow on thousands of levels. */
const maxDepth = 32;

/** The start of the text in the place of arguments. A client cannot guess it. */
const placeholder = `${crypto.randomUUID()} `;

/** A JSON-RPC message, and the arguments of the tool that it calls. */
export interface Message {
  /** The message. Its `params.arguments` is an empty object if {@link Message.args} has the arguments. */
  message: Record<string, unknown>;
  /** The JSON of `params.arguments`, if that is an object. */
  args: Uint8Array | undefined;
}

/**
 * Reads a JSON-RPC message as it arrives, and keeps the bytes of `params.arguments` as they are. The endpoint of the
 * tool reads those like the body of a request, with its own limits, and decodes files chunk by chunk. `JSON.parse` of the
 * whole message would block other requests.
 */
export class MessageReader implements BodySink<Message> {
  /** The message with a text in the place of each `params.arguments`. */
  readonly #rest = new GrowingBytes(0);
  readonly #args: GrowingBytes;
  /** The end of each `params.arguments` in the bytes of all. */
  readonly #ends: number[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether the bytes belong to `params.arguments`. */
  #isInArgs = false;
  #isInParams = false;
  /** The position in the rest of the last string, which is a key if a colon follows. */
  #stringStart = 0;
  #stringEnd = 0;
  /** The key whose value comes next. */
  #key: string | null = null;

  /**
   * Creates the reader.
   *
   * @param announced - Bytes of the whole message, if known.
   */
  constructor(announced: number) {
    this.#args = new GrowingBytes(announced);
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    const keepTo = (end: number) => {
      this.#keep(chunk.subarray(from, end));
      from = end;
    };
    for (let position = 0; position < chunk.length; position++) {
      // The loop keeps the position within the chunk.
      const byte = chunk[position] ?? 0;
      if (this.#isInString) {
        if (!this.#endsString(byte) || this.#isInArgs) continue;
        keepTo(position + 1);
        this.#stringEnd = this.#rest.length;
      } else if (byte === quote) {
        this.#isInString = true;
        if (this.#isInArgs) continue;
        keepTo(position);
        this.#key = null;
        this.#stringStart = this.#rest.length;
      } else if (byte > space && !this.#isInArgs) {
        if (byte === openBrace && this.#depth === 2 && this.#isInParams && this.#key === "arguments") {
          keepTo(position);
          this.#isInArgs = true;
        }
        this.#read(byte);
      } else if (this.#isInArgs) {
        this.#nest(byte);
        if (this.#depth > 2) continue;
        keepTo(position + 1);
        this.#endArgs();
      }
    }
    keepTo(chunk.length);
  }

  /**
   * Returns the message.
   *
   * @throws ToolsError `invalid_json` if it is no JSON object.
   */
  end(): Message {
    const message = parseJsonObject(this.#rest.bytes);
    // Any value except null and undefined has members.
    const params = (message.params ?? {}) as Readonly<Record<string, unknown>>;
    const sent = params.arguments;
    if (typeof sent !== "string" || !sent.startsWith(placeholder)) return { message, args: undefined };
    // If a name occurs several times, the last member counts, as in `JSON.parse`.
    const index = Number(sent.slice(placeholder.length));
    const args = this.#args.bytes.subarray(this.#ends[index - 1] ?? 0, this.#ends[index]);
    return { message: { ...message, params: { ...params, arguments: {} } }, args };
  }

  #endArgs(): void {
    this.#isInArgs = false;
    this.#ends.push(this.#args.length);
    this.#keep(Buffer.from(JSON.stringify(`${placeholder}${this.#ends.length - 1}`)));
  }

  /** Returns whether this byte of a string is its closing quote. */
  #endsString(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
    return !this.#isInString;
  }

  /** Counts the levels. */
  #nest(byte: number): void {
    if (byte === openBrace || byte === openBracket) this.#depth += 1;
    else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
  }

  /** Reads a byte of the message outside strings and arguments. */
  #read(byte: number): void {
    if (byte === colon) {
      this.#key = this.#depth <= 2 ? this.#lastString() : null;
      return;
    }
    if (byte === openBrace && this.#depth === 1) this.#isInParams = this.#key === "params";
    this.#nest(byte);
    if (this.#depth > maxDepth)
      throw new ToolsError(
        "invalid_json",
        `body: expected JSON nested at most ${maxDepth} levels deep, received more levels`,
      );
    if (this.#depth < 2) this.#isInParams = false;
    this.#key = null;
  }

  /** Returns the last string, with its escapes decoded; an empty text if it is no JSON. */
  #lastString(): string {
    const text = Buffer.from(this.#rest.bytes.subarray(this.#stringStart, this.#stringEnd)).toString();
    try {
      return String(JSON.parse(text));
    } catch {
      return "";
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isInArgs) {
      this.#args.append(bytes);
      return;
    }
    if (this.#rest.length + bytes.length > maxEnvelopeBytes)
      throw new ToolsError(
        "payload_too_large",
        `body: expected at most ${maxEnvelopeBytes} bytes in addition to the arguments, received more`,
      );
    this.#rest.append(bytes);
  }
}
