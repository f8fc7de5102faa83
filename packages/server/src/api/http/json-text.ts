import { ToolsError } from "@tools-api/core";
import { maxTextBytes } from "@tools-api/core/text";
import type { LongString } from "./json-reader.ts";
import type { StringSink } from "./json-string.ts";

const endsInHighSurrogate = /[\ud800-\udbff]$/;

/** Collects a text as its characters arrive, and refuses it as soon as it has too many bytes. */
class TextCollector implements StringSink {
  #text = "";
  #bytes = 0;
  /** The first half of a surrogate pair. Its bytes count together with the second half. */
  #highSurrogate = "";

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
    if (this.#bytes > maxTextBytes)
      throw new ToolsError(
        "payload_too_large",
        "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received more",
      );
    this.#text += text;
  }
}

/** The member `text` of the text analyzer's body. */
export const longText: LongString = {
  name: "text",
  maxOtherBytes: 1_100_000,
  open: () => new TextCollector(),
};
