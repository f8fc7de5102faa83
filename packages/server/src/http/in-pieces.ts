// Less than what a connection has on its way anyway.
const pieceBytes = 262_144;

/**
 * A body that is handed over piece by piece, as the connection takes it: of one that is handed over at once, nobody
 * learns when it has been sent.
 *
 * @param begin - Called when the first piece is taken; returns what is called when the last one is, or when the
 * connection has been closed before.
 */
export function inPieces(
  bytes: Uint8Array<ArrayBuffer>,
  begin: () => () => void,
): ReadableStream<Uint8Array> {
  let end: (() => void) | undefined;
  let offset = 0;
  return new ReadableStream(
    {
      pull(controller) {
        end ??= begin();
        controller.enqueue(bytes.subarray(offset, offset + pieceBytes));
        offset += pieceBytes;
        if (offset < bytes.length) return;
        controller.close();
        end();
      },
      cancel: () => end?.(),
    },
    { highWaterMark: 0 },
  );
}
