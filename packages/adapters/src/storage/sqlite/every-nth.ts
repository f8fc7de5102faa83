/** Returns a function that returns true on every `n`th call, for maintenance that must stay cheap. */
export function everyNth(n: number): () => boolean {
  let times = 0;
  return () => ++times % n === 0;
}
