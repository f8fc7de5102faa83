const pieceBytes = 1_048_576;
// Who sends more slowly holds a place that others wait for. Node's server has a bound of its own, Deno's has none.
const pieceMs = 60_000;

/** What a promise comes to, unless that takes longer. */
async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The body came too slowly.")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The pieces of a body as they arrive.
 *
 * @throws What the stream fails with, or an Error when a megabyte does not arrive within a minute.
 */
export async function* webBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let due = performance.now() + pieceMs;
  let arrived = 0;
  try {
    for (;;) {
      const { done, value } = await within(due - performance.now(), reader.read());
      if (done) return;
      arrived += value.length;
      if (arrived >= pieceBytes) {
        arrived = 0;
        due = performance.now() + pieceMs;
      }
      yield value;
    }
  } finally {
    // Nobody waits for the rest; what comes of giving it up is no matter of this request.
    reader.cancel().catch(() => {});
  }
}
