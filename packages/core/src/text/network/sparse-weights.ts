/** The bits of a byte of a gap. The highest bit says that more bytes follow. */
const gapBits = 7;

/** The weights that are not zero, each with the gap since the one before it. */
interface SparseWeights {
  gaps: Uint8Array;
  values: Int8Array;
}

/** Returns all weights, `size` in number, from those that are not zero. */
export function expandWeights({ gaps, values }: SparseWeights, size: number): Int8Array {
  const weights = new Int8Array(size);
  let next = 0;
  let cell = 0;
  for (const value of values) {
    let gap = 0;
    for (let shift = 0; ; shift += gapBits) {
      const byte = gaps[next++] ?? 0;
      gap |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    cell += gap;
    weights[cell] = value;
  }
  return weights;
}

/** Returns the weights as {@link expandWeights} reads them. */
export function packWeights(weights: Int8Array): SparseWeights {
  const gaps: number[] = [];
  const values: number[] = [];
  let last = 0;
  for (const [cell, value] of weights.entries()) {
    if (value === 0) continue;
    let gap = cell - last;
    for (; gap >= 0x80; gap >>= gapBits) gaps.push((gap & 0x7f) | 0x80);
    gaps.push(gap);
    values.push(value);
    last = cell;
  }
  return { gaps: Uint8Array.from(gaps), values: Int8Array.from(values) };
}
