import { ToolsError } from "@tools-api/core";
import { expectationOf } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import type { LongString } from "./json-reader.ts";
import type { StringSink } from "./json-string.ts";

const endsInHighSurrogate = /[\ud800-\udbff]$/;

/** Collects a text as its characters arrive, and refuses it as soon as it has too many bytes. */
class TextCollector implements StringSink {
  readonly #tooLong: () => ToolsError;
  readonly #maxBytes: number;
  #text = "";
  #bytes = 0;
  /** The first half of a surrogate pair. Its bytes count together with the second half. */
  #highSurrogate = "";

  constructor(maxBytes: number, tooLong: () => ToolsError) {
    this.#maxBytes = maxBytes;
    this.#tooLong = tooLong;
  }

  push(characters: string): void {
    const text = this.#highSurrogate + characters;
    this.#highSurrogate = endsInHighSurrogate.exec(text)?.[0] ?? "";
    this.#append(text.slice(0, text.length - this.#highSurrogate.length));
  }

  end(): string {
    this.#append(this.#highSurrogate);
    return this.#text;
  }

  #append(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > this.#maxBytes) throw this.#tooLong();
    this.#text += text;
  }
}

/** Returns the member of a tool's body that is read as it arrives. */
export function longTextOf({
  request,
  longText: { field, maxBytes },
  maxOtherBytes,
}: {
  request: Tool["request"];
  longText: NonNullable<Tool["longText"]>;
  maxOtherBytes: number;
}): LongString {
  const expected = expectationOf(request.shape[field]) ?? `a string of at most ${maxBytes} UTF-8 bytes`;
  const tooLong = () => new ToolsError("payload_too_large", `${field}: expected ${expected}, received more`);
  return { name: field, maxOtherBytes, open: () => new TextCollector(maxBytes, tooLong) };
}
