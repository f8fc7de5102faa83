const percent = 0x25;
const cutEscape = /%[0-9a-f]?$/i;

/** Returns the value of a hexadecimal digit, or -1. */
function hexValue(byte: number | undefined): number {
  const value = parseInt(String.fromCharCode(byte ?? 0), 16);
  return Number.isNaN(value) ? -1 : value;
}

/** Decodes escapes in place. Returns the bytes that remain. A percent sign without two digits stands for itself. */
function unescaped(bytes: Buffer): Buffer {
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const high = bytes[index] === percent ? hexValue(bytes[index + 1]) : -1;
    const low = high < 0 ? -1 : hexValue(bytes[index + 2]);
    if (low >= 0) index += 2;
    bytes[length++] = low >= 0 ? high * 16 + low : (bytes[index] ?? 0);
  }
  return bytes.subarray(0, length);
}

/** Decodes the escapes of a URI (RFC 3986 §2.1) in a text that arrives in chunks of whole characters. */
export class PercentDecoder {
  /** The start of an escape at the end of the last chunk. */
  #cut = "";

  /** Returns whether the next characters may complete an escape. */
  get isCut(): boolean {
    return this.#cut !== "";
  }

  /** Returns the bytes of a chunk in UTF-8, without an escape that the next chunk completes. */
  push(text: string): Buffer {
    const whole = this.#cut + text;
    this.#cut = cutEscape.exec(whole.slice(-2))?.[0] ?? "";
    const bytes = Buffer.from(whole.slice(0, whole.length - this.#cut.length));
    return bytes.includes(percent) ? unescaped(bytes) : bytes;
  }

  /** Returns the bytes of an escape that was never completed. */
  end(): Buffer {
    return Buffer.from(this.#cut);
  }
}
