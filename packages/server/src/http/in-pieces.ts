const pieceBytes = 1_048_576;
// Who reads more slowly holds memory that others wait for, on purpose or because the connection is dead.
const pieceMs = 60_000;

/**
 * A body that is handed over piece by piece, as the connection takes it: of one that is handed over at once, nobody
 * learns when it has been sent. It fails when a megabyte is not taken within a minute.
 *
 * @param begin - Called when the first piece is taken; returns what is called when the last one is, or when it is
 * clear that it never will be.
 */
export function inPieces(
  bytes: Uint8Array<ArrayBuffer>,
  begin: () => () => void,
): ReadableStream<Uint8Array> {
  let end: (() => void) | undefined;
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = () => {
    clearTimeout(timer);
    end?.();
  };
  return new ReadableStream(
    {
      pull(controller) {
        clearTimeout(timer);
        end ??= begin();
        controller.enqueue(bytes.subarray(offset, offset + pieceBytes));
        offset += pieceBytes;
        if (offset >= bytes.length) {
          controller.close();
          finish();
          return;
        }
        timer = setTimeout(() => {
          finish();
          controller.error(new Error("The answer was not read."));
        }, pieceMs);
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
