const smallest = 4096;
// The buffer gets the announced size only after an eighth has arrived. Otherwise a client that announces a large body
// and sends nothing would make the server allocate and collect memory.
const maxGrowth = 8;

/**
 * Bytes that arrive in chunks, kept in one buffer. The chunks are copied: a list of chunks costs about 140 bytes per
 * chunk, so a body sent byte by byte would take 140 times its size.
 */
export class GrowingBytes {
  #buffer: Buffer<ArrayBuffer>;
  #length = 0;
  readonly #expected: number;

  /**
   * Creates an empty buffer.
   *
   * @param expected - Number of bytes that the request announces; 0 if it announces none.
   */
  constructor(expected: number) {
    this.#expected = expected;
    this.#buffer = Buffer.allocUnsafeSlow(smallest);
  }

  get length(): number {
    return this.#length;
  }

  /** Returns a view of all appended bytes. It may not include bytes that are appended later. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.buffer, 0, this.#length);
  }

  append(chunk: Uint8Array): void {
    this.#reserve(chunk.byteLength);
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  /**
   * Appends the bytes that base64 digits encode, three bytes per four digits.
   *
   * @param digits - A multiple of four characters.
   * @returns False if a character is not a base64 digit (RFC 4648 §4, §5). Then nothing is appended.
   */
  appendBase64(digits: string): boolean {
    const size = (digits.length / 4) * 3;
    this.#reserve(size);
    // The decoder skips invalid characters, so a shorter result reveals them. Checking every character first would cost
    // more than decoding.
    const isWhole = this.#buffer.write(digits, this.#length, "base64") === size;
    if (isWhole) this.#length += size;
    return isWhole;
  }

  /** Removes all bytes after the first `length`. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#buffer.length) return;
    const announced = Math.min(this.#expected, maxGrowth * needed);
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, announced, 2 * this.#buffer.length));
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}
