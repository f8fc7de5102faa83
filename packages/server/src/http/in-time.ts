import { minimumRate } from "./minimum-rate.ts";

/** The minimum rate of a body. Its last period may have fewer bytes. */
export const minBodyRate = { bytes: 131_072, ms: 15_000 };

/** The error for a body that stalls or arrives more slowly than {@link minBodyRate}. */
export class SlowBodyError extends Error {
  constructor() {
    super(
      `The body did not arrive in time: expected at least ${minBodyRate.bytes} bytes, or the end of the body, ` +
        `every ${minBodyRate.ms / 1000} s.`,
    );
  }
}

/**
 * Yields the chunks of a body as they arrive. Without a minimum rate, a client that stalls could occupy its slot in a
 * work queue, and the memory of its bytes: on Deno forever, on Node until the request times out.
 *
 * @throws SlowBodyError if the body arrives more slowly than {@link minBodyRate}, and the errors of `chunks`.
 */
export async function* inTime(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let giveUp: (error: Error) => void = () => {};
  const rate = minimumRate(minBodyRate, () => giveUp(new SlowBodyError()));
  try {
    for (;;) {
      // A race with one shared promise would keep a reaction for each chunk.
      const { done, value } = await new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
        giveUp = reject;
        chunks.next().then(resolve, reject);
      });
      if (done) return;
      rate.count(value.byteLength);
      yield value;
    }
  } finally {
    rate.stop();
    // Not awaited: an iterator that waits for a chunk returns only when the chunk arrives. Its failure no longer
    // matters.
    chunks.return?.().catch(() => {});
  }
}
