// A client that reads more slowly holds memory that others need, on purpose or because its connection is dead.
const minAnswerBytes = 1_048_576;
const minAnswerMs = 60_000;

/**
 * Returns a body that makes its pieces when the connection takes them: in one go, an answer of megabytes would hold the
 * event loop, and the server would not learn when it has been sent. The body fails when a megabyte is not taken within
 * a minute.
 *
 * @param end - Called when the last piece is taken, or when it is clear that it never will be.
 */
export function inPieces(pieces: Iterable<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const remaining = pieces[Symbol.iterator]();
  let untimed = 0;
  const allow = () => setTimeout(() => fail(), minAnswerMs);
  // From the start: a body may never be asked for at all.
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
          controller.error(new Error("The answer was not read in time."));
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
