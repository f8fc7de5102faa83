import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "./context.ts";
import { type BodySink, mediaType, receiveBody, unsupportedType } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { maxFields, singleValues } from "./query.ts";

const formType = "application/x-www-form-urlencoded";
const ampersand = 0x26;

/** Collects a form, and refuses it as soon as it has too many fields. */
class FormReader implements BodySink<Uint8Array> {
  readonly #bytes: GrowingBytes;
  #fields = 1;

  /**
   * Creates the reader.
   *
   * @param announced - Bytes of the body, if known.
   */
  constructor(announced: number) {
    this.#bytes = new GrowingBytes(announced);
  }

  write(chunk: Uint8Array): void {
    for (const byte of chunk) if (byte === ampersand) this.#fields += 1;
    if (this.#fields > maxFields)
      throw new ToolsError("invalid_request", `body: expected at most ${maxFields} fields, received more`);
    this.#bytes.append(chunk);
  }

  end(): Uint8Array {
    return this.#bytes.bytes;
  }
}

/**
 * Returns the fields of a URL-encoded form, in order.
 *
 * @param limit - The maximum size of the body in bytes.
 * @throws ToolsError `unsupported_media_type`, `invalid_request` for text that is not UTF-8 or more than 1,000 fields,
 *   and the errors of `receiveBody`.
 */
export async function readFormFields(c: ApiContext, limit: number): Promise<[name: string, value: string][]> {
  const type = mediaType(c);
  if (type !== formType) throw unsupportedType(type, formType);
  const bytes = await receiveBody(c, limit, (announced) => new FormReader(announced));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return [...new URLSearchParams(text)];
  } catch (cause) {
    throw new ToolsError("invalid_request", "body: expected a form in UTF-8, received other bytes", {
      cause,
    });
  }
}

/**
 * Returns the fields of a URL-encoded form. A name can occur once.
 *
 * @throws ToolsError `invalid_parameter` if a name occurs twice, and the errors of `readFormFields`.
 */
export async function readForm(c: ApiContext, limit: number): Promise<Record<string, string>> {
  return singleValues(await readFormFields(c, limit));
}
