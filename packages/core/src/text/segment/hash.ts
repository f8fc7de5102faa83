const prime = 0x01000193;

/** The hash of an empty string. */
export const hashBasis = 0x811c9dc5;

/** Returns the hash with one more value, by FNV-1a of Fowler, Noll and Vo (RFC 9923). */
export function addToHash(hash: number, value: number): number {
  return Math.imul(hash ^ value, prime);
}

/** Returns the hash of a range of a string, over its UTF-16 code units. */
export function hashRange(
  text: string,
  start = 0,
  end: number = text.length,
  basis: number = hashBasis,
): number {
  let hash = basis;
  for (let index = start; index < end; index++) hash = addToHash(hash, text.charCodeAt(index));
  return hash;
}

/** Returns the hash with all its bits mixed, by the finalizer of MurmurHash3 (Austin Appleby, public domain). */
export function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
