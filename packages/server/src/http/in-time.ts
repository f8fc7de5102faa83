/** The least that a body must bring: so many bytes, or its end, in every so many seconds. */
const minBodyRate = { bytes: 131_072, seconds: 15 };

/** A body that stalls, or arrives more slowly than {@link minBodyRate}. */
export class SlowBodyError extends Error {
  constructor() {
    super(
      `The body did not arrive in time: expected at least ${minBodyRate.bytes} bytes, or the end of the body, ` +
        `in every ${minBodyRate.seconds} s.`,
    );
  }
}

/**
 * Yields the chunks of a body as they arrive. A client that stalls would otherwise hold its place in a work queue, and
 * what it has sent, for as long as it likes: on Deno forever, on Node until the whole request times out.
 *
 * @throws SlowBodyError if the body arrives more slowly than {@link minBodyRate}, and what `chunks` throws.
 */
export async function* inTime(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let giveUp: (error: Error) => void = () => {};
  const allow = () => setTimeout(() => giveUp(new SlowBodyError()), minBodyRate.seconds * 1000);
  let timer = allow();
  let arrived = 0;
  try {
    for (;;) {
      // A race with one promise for all chunks would keep a reaction for each of them.
      const { done, value } = await new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
        giveUp = reject;
        chunks.next().then(resolve, reject);
      });
      if (done) return;
      arrived += value.byteLength;
      if (arrived >= minBodyRate.bytes) {
        arrived = 0;
        clearTimeout(timer);
        timer = allow();
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: an iterator that waits for a chunk returns when that has come. No failure of it matters any more.
    chunks.return?.().catch(() => {});
  }
}
