const smallest = 4096;
// The buffer has the announced size once an eighth has arrived: before that, a client that announces much and sends
// nothing would make the collector of garbage work for memory that only it speaks of.
const maxGrowth = 8;

/**
 * Bytes that arrive in pieces, kept in one buffer. The pieces are copied: a list of them costs some 140 bytes for
 * each, so that a body sent a byte at a time would take 140 times its size.
 */
export class GrowingBytes {
  #buffer: Buffer<ArrayBuffer>;
  #length = 0;
  readonly #expected: number;

  /** @param expected - The number of bytes that the request announces; 0 if it announces none. */
  constructor(expected: number) {
    this.#expected = expected;
    this.#buffer = Buffer.allocUnsafeSlow(smallest);
  }

  get length(): number {
    return this.#length;
  }

  /** A view of all that was appended; what is appended later may not be in it. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.buffer, 0, this.#length);
  }

  append(piece: Uint8Array): void {
    this.#reserve(piece.byteLength);
    this.#buffer.set(piece, this.#length);
    this.#length += piece.byteLength;
  }

  /**
   * Appends what base64 digits stand for, four digits for three bytes.
   *
   * @param digits - A multiple of four characters.
   * @returns False, and nothing is appended, where one of them is no digit of base64 (RFC 4648 §4, §5).
   */
  appendBase64(digits: string): boolean {
    const size = (digits.length / 4) * 3;
    this.#reserve(size);
    // The decoder passes over wrong characters, so that a difference in length tells of them: looking at every
    // character first would cost more than decoding.
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
