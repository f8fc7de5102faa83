// A client that reads more slowly holds memory that others need, on purpose or because its connection is dead.
const minAnswerBytes = 1_048_576;
const minAnswerMs = 60_000;

/**
 * Returns a body that creates its chunks when the connection takes them. Sending megabytes in one step would block the
 * event loop, and the server would not notice when they have been sent. The body fails if the client does not read a
 * megabyte within a minute.
 *
 * @param end - Called when the last chunk was taken, or when it never will be.
 */
export function inPieces(pieces: Iterable<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const remaining = pieces[Symbol.iterator]();
  let untimed = 0;
  const allow = () => setTimeout(() => fail(), minAnswerMs);
  // Starts immediately, because the body may never be read.
  let timer = allow();
  const finish = () => {
    clearTimeout(timer);
    end();
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
      pull(controller) {
        const { done, value } = remaining.next();
        if (done) {
          finish();
          controller.close();
          return;
        }
        untimed += value.byteLength;
        if (untimed >= minAnswerBytes) {
          untimed = 0;
          clearTimeout(timer);
          timer = allow();
        }
        controller.enqueue(value);
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
