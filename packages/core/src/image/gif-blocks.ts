const imageSeparator = 0x2c;
const extension = 0x21;
const trailer = 0x3b;

/**
 * Walks the blocks of a GIF (GIF89a, appendix A) and returns the number of its complete frames if the file ends inside a
 * further one; otherwise `null`. Decoders leave out such a frame without an error. A file without a trailer is complete.
 */
export function findCutFrame(gif: Uint8Array): number | null {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
  let at = 13 + tableBytes(gif[10] ?? 0);
  let frames = 0;
  /** Skips the sub-blocks of a block. Returns whether their end is in the file. */
  const skip = (): boolean => {
    while (at < gif.length) {
      const size = gif[at] ?? 0;
      at += size + 1;
      if (size === 0) return true;
    }
    return false;
  };
  while (at < gif.length && gif[at] !== trailer) {
    const kind = gif[at];
    if (kind === extension) {
      at += 2;
      if (!skip()) return at > gif.length ? frames : null;
    } else if (kind === imageSeparator) {
      at += 10 + tableBytes(gif[at + 9] ?? 0) + 1;
      if (!skip()) return frames;
      frames++;
    } else return null;
  }
  return null;
}
