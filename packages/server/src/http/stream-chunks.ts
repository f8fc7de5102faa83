import { minimumRate } from "./minimum-rate.ts";

// A client that reads more slowly holds memory that others need, on purpose or because its connection is dead.
const minAnswerRate = { bytes: 1_048_576, ms: 60_000 };

/**
 * Returns a body that creates its chunks when the connection takes them. Sending megabytes in one step would block the
 * event loop, and the server would not notice when they have been sent. The body fails if the client does not read a
 * megabyte within a minute.
 *
 * @param end - Called when the last chunk was taken, or when it never will be.
 */
export function streamChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  end: () => void,
): ReadableStream<Uint8Array> {
  const remaining =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  // Starts immediately, because the body may never be read.
  const rate = minimumRate(minAnswerRate, () => fail());
  const finish = () => {
    rate.stop();
    end();
    // A store closes what it reads from.
    void remaining.return?.();
  };
  let fail = finish;
  return new ReadableStream(
    {
      start(controller) {
        fail = () => {
          finish();
          controller.error(new Error("The client did not read the response in time."));
        };
      },
      async pull(controller) {
        let next: IteratorResult<Uint8Array>;
        try {
          next = await remaining.next();
        } catch (error) {
          finish();
          throw error;
        }
        const { done, value } = next;
        if (done) {
          finish();
          controller.close();
          return;
        }
        rate.count(value.byteLength);
        controller.enqueue(value);
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
