const sliceBytes = 65_536;
const maxTurnMs = 5;

/** Resolves after the event loop has run everything that was ready. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Yields the chunks of a body in slices of at most 64 kB. Lets the event loop turn when the reader of the slices has
 * worked for 5 ms. A `Request` of a host program, and Deno, can deliver a body of 36 MB in one chunk.
 */
export async function* slicesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let turnStart = performance.now();
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.byteLength; start += sliceBytes) {
      yield chunk.subarray(start, start + sliceBytes);
      if (performance.now() - turnStart < maxTurnMs) continue;
      await nextTurn();
      turnStart = performance.now();
    }
}
