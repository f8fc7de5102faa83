import { ToolsError } from "@tools-api/core";
import { maxImageBytes } from "@tools-api/core/image";
import { ImageRequest } from "@tools-api/core/internal";
import { ImageFault } from "./base64.ts";
import { type BodySink, imageTooLarge } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { MultipartReader } from "./multipart.ts";
import { singleValues } from "./query.ts";
import { fieldsFromText } from "./text-fields.ts";

// All text fields together have a few hundred characters.
const maxTextBytes = 100_000;

function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolsError("invalid_request", `${name}: expected text in UTF-8, received other bytes`, {
      cause,
    });
  }
}

/** Reads the form of a conversion: the part `image` as bytes, the other parts as fields. */
export class FormImageReader implements BodySink<Record<string, unknown>> {
  readonly #parts: MultipartReader;
  readonly #image: GrowingBytes;
  readonly #texts: [name: string, text: GrowingBytes][] = [];
  #images = 0;
  #textBytes = 0;

  /**
   * Creates the reader.
   *
   * @param announced - Bytes of the body, if known.
   */
  constructor(boundary: string, announced: number) {
    this.#image = new GrowingBytes(announced);
    let append: (piece: Uint8Array) => void;
    this.#parts = new MultipartReader(boundary, {
      begin: (name) => {
        append = name === "image" ? this.#beginImage() : this.#beginText(name);
      },
      write: (piece) => append(piece),
    });
  }

  write(chunk: Uint8Array): void {
    this.#parts.write(chunk);
  }

  /** Returns the fields as in JSON, with `image` as bytes or an {@link ImageFault}. */
  end(): Record<string, unknown> {
    this.#parts.end();
    const texts = this.#texts.map(([name, text]) => [name, decodeText(name, text.bytes)] as const);
    const image =
      this.#images === 1
        ? this.#image.bytes
        : new ImageFault(`expected one file part, received ${this.#images === 0 ? "none" : this.#images}`);
    return { ...fieldsFromText(ImageRequest, singleValues(texts)), image };
  }

  #beginImage(): (piece: Uint8Array) => void {
    this.#images += 1;
    if (this.#images > 1) return () => {};
    return (piece) => {
      if (this.#image.length + piece.length > maxImageBytes) throw imageTooLarge();
      this.#image.append(piece);
    };
  }

  #beginText(name: string): (piece: Uint8Array) => void {
    const text = new GrowingBytes(0);
    this.#texts.push([name, text]);
    return (piece) => {
      this.#textBytes += piece.length;
      if (this.#textBytes > maxTextBytes)
        throw new ToolsError(
          "payload_too_large",
          `body: expected at most ${maxTextBytes} bytes in addition to the part image, received more`,
        );
      text.append(piece);
    };
  }
}
