import { ToolsError } from "@tools-api/core";
import { invalidParameters } from "@tools-api/core/internal/schema";
import type { FileField } from "@tools-api/core/tools";
import type { z } from "zod";
import { Base64Decoder, FileFault } from "./base64.ts";
import { type BodySink, fileTooLarge } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { MultipartReader, type PartTerms } from "./multipart.ts";
import { singleValues } from "./query.ts";
import { fieldsFromText } from "./text-fields.ts";

// All text fields together have a few hundred characters.
const maxTextBytes = 100_000;

/** The name that forms and clients give to the part of a file if they do not know better. */
const usualName = "file";

const base64Text = /^(?:data:|[A-Za-z0-9+/_\-\r\n]+={0,2}$)/i;

/** Returns whether a part has no sign of a file, and can only be text. */
function isText({ fileName, mediaType }: Omit<PartTerms, "name">): boolean {
  return fileName === null && (mediaType === "" || mediaType === "text/plain");
}

function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolsError("invalid_request", `${name}: expected text in UTF-8, received other bytes`, {
      cause,
    });
  }
}

/** The fields of a form, and the file with what its part says about it. */
export interface FormWithFile extends Omit<PartTerms, "name"> {
  fields: Record<string, unknown>;
}

/** Reads a form with a file: the part of the file as bytes, the other parts as fields. */
export class FormFileReader implements BodySink<FormWithFile> {
  readonly #schema: z.ZodObject;
  readonly #file: FileField;
  readonly #names: readonly string[];
  readonly #parts: MultipartReader;
  readonly #bytes: GrowingBytes;
  readonly #texts: [name: string, text: GrowingBytes][] = [];
  #files = 0;
  #textBytes = 0;
  #terms: Omit<PartTerms, "name"> = { fileName: null, mediaType: "" };

  /**
   * Creates the reader.
   *
   * @param announced - Bytes of the body, if known.
   */
  constructor(
    { request, file }: { request: z.ZodObject; file: FileField },
    boundary: string,
    announced: number,
  ) {
    this.#schema = request;
    this.#file = file;
    this.#names = Object.hasOwn(request.shape, usualName) ? [file.field] : [file.field, usualName];
    this.#bytes = new GrowingBytes(announced);
    let append: (chunk: Uint8Array) => void;
    this.#parts = new MultipartReader(boundary, {
      begin: (part) => {
        append = this.#names.includes(part.name) ? this.#beginFile(part) : this.#beginText(part);
      },
      write: (chunk) => append(chunk),
    });
  }

  write(chunk: Uint8Array): void {
    this.#parts.write(chunk);
  }

  /** Returns the fields as in JSON, with the file as bytes or a {@link FileFault}. */
  end(): FormWithFile {
    this.#parts.end();
    const texts = this.#texts.map(([name, text]) => [name, this.#decodeText(name, text.bytes)] as const);
    const found =
      this.#files === 1
        ? this.#decodeFile()
        : new FileFault(`expected one file part, received ${this.#files === 0 ? "none" : this.#files}`);
    const fields = fieldsFromText(this.#schema, singleValues(texts));
    return { fields: { ...fields, [this.#file.field]: found }, ...this.#terms };
  }

  #beginFile({ fileName, mediaType }: PartTerms): (chunk: Uint8Array) => void {
    this.#files += 1;
    if (this.#files > 1) return () => {};
    this.#terms = { fileName, mediaType };
    return (chunk) => {
      if (this.#bytes.length + chunk.length > this.#file.maxBytes) throw fileTooLarge(this.#file);
      this.#bytes.append(chunk);
    };
  }

  /** Returns the file, from its base64 or `data:` URI if its part is text. */
  #decodeFile(): Uint8Array | FileFault {
    const { bytes } = this.#bytes;
    if (!isText(this.#terms)) return bytes;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    if (!base64Text.test(text.trim())) return bytes;
    const decoder = new Base64Decoder(new GrowingBytes(0), this.#file);
    decoder.push(new TextDecoder().decode(bytes));
    return decoder.end() || bytes;
  }

  #decodeText(name: string, bytes: Uint8Array): string {
    try {
      return decodeText(name, bytes);
    } catch (error) {
      throw Object.hasOwn(this.#schema.shape, name) ? error : this.#unknownFile(name);
    }
  }

  /** Returns the error for a file in a part of another name. */
  #unknownFile(name: string): ToolsError {
    const { field, noun = "a file" } = this.#file;
    const detail = `unknown; send ${noun.replace(/^an? /, "the ")} in the part ${field}`;
    return invalidParameters([{ name, detail }]);
  }

  #beginText({ name, fileName }: PartTerms): (chunk: Uint8Array) => void {
    const isKnown = Object.hasOwn(this.#schema.shape, name);
    // However large it is: a client that guesses the name has to learn the right one.
    if (fileName !== null && !isKnown) throw this.#unknownFile(name);
    const text = new GrowingBytes(0);
    this.#texts.push([name, text]);
    return (chunk) => {
      this.#textBytes += chunk.length;
      if (this.#textBytes > maxTextBytes && !isKnown) throw this.#unknownFile(name);
      if (this.#textBytes > maxTextBytes)
        throw new ToolsError(
          "payload_too_large",
          `body: expected at most ${maxTextBytes} bytes in addition to the part ${this.#file.field}, received more`,
        );
      text.append(chunk);
    };
  }
}
