const prime = 0x01000193;
const offsetBasis = 0x811c9dc5;

/** Hashes a range of a string with FNV-1a (Fowler, Noll, Vo), then mixes the bits with MurmurHash3's finalizer. */
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = offsetBasis;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return spread(hash);
}

/** Combines two hashes. Their order matters. */
export function combine(first: number, second: number): number {
  return spread(Math.imul(first, 0x9e3779b1) ^ second);
}

function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
