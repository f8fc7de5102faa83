/** Returns a function that computes its result on the first call and caches it. */
export function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => (result ??= { value: compute() }).value;
}
