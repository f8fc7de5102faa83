import { ToolsError } from "@tools-api/core";
import { refuseJson } from "./json-object.ts";

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** A receiver of the characters of one JSON string as they arrive. */
export interface StringSink {
  /**
   * Takes bytes without an escape that start and end between two characters. Optional, for sinks that read bytes faster
   * than text.
   *
   * @returns False if it takes nothing. Then {@link push} gets the same characters.
   */
  pushBytes?(bytes: Buffer): boolean;
  push(characters: string): void;
  /** Returns the value of the string. */
  end(): unknown;
}

/** Returns the end of the string, the start of an incomplete escape, or the end of the bytes, whichever comes first. */
function endOfRun(bytes: Buffer, start: number): { end: number; isEscaped: boolean } {
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
 * Reads one string of a JSON text, without its opening quote, into a sink. Each chunk is itself the content of a JSON
 * string, because no chunk ends within an escape, so `JSON.parse` checks it.
 */
export class JsonStringReader {
  readonly #sink: StringSink;
  // A byte order mark within a string is a character of the string.
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #isWithinCharacter = false;

  constructor(sink: StringSink) {
    this.#sink = sink;
  }

  /**
   * Reads until the string or the bytes end.
   *
   * @returns The index of the closing quote, or of the first byte to repeat before the next ones.
   * @throws ToolsError `invalid_json`, and any error of the sink.
   */
  read(bytes: Buffer, start: number): number {
    const { end, isEscaped } = endOfRun(bytes, start);
    if (end > start) this.#push(bytes.subarray(start, end), isEscaped);
    if (bytes[end] === quote) this.#end();
    return end;
  }

  #push(bytes: Buffer, isEscaped: boolean): void {
    if (!isEscaped && !this.#isWithinCharacter && this.#sink.pushBytes?.(bytes)) return;
    try {
      const text = this.#utf8.decode(bytes, { stream: true });
      this.#isWithinCharacter = (bytes.at(-1) ?? 0) > 0x7f;
      // JSON.parse returns a string for a text in quotes.
      this.#sink.push(JSON.parse(`"${text}"`) as string);
    } catch (error) {
      throw error instanceof ToolsError ? error : refuseJson(error);
    }
  }

  #end(): void {
    try {
      this.#utf8.decode();
    } catch (error) {
      refuseJson(error);
    }
  }
}
