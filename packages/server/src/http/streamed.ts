import { nextTurn } from "@tools-api/core/internal/time";

// A client that stops reading keeps a page in memory and its connection open.
const readWithinMs = 60_000;

/**
 * Returns a body that is written while it is read. The first part is awaited, so that an earlier error is thrown here
 * and gets a normal error response. A later error breaks the connection: the client sees an incomplete transfer, and
 * never a document that looks complete. The connection also breaks if the client reads no part within a minute.
 */
export async function streamed(parts: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await parts.next();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = async () => {
    clearTimeout(timer);
    await parts.return(undefined);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(timer);
        if (next.done) {
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(next.value));
        // Stores in this process respond without a turn of the event loop, so other requests would have to wait.
        await nextTurn();
        next = await parts.next();
        timer = setTimeout(() => {
          controller.error(new Error("The client did not read the response in time."));
          void end();
        }, readWithinMs);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
