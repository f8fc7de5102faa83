import { setImmediate } from "node:timers/promises";

/** A chunk of the bytes that a later message refers to. */
interface ChunkMessage {
  /** The index among the message's byte arrays. */
  array: number;
  /** The length of that array. */
  size: number;
  chunk: Uint8Array;
}

/** A header and a value. Its large byte arrays were sent before it in chunks. */
interface ValueMessage<Header> {
  header: Header;
  value: unknown;
  /** The members of the value that the arrays belong to, in order; `null` if the value itself is a byte array. */
  arrays: (string | null)[];
}

type Message = ChunkMessage | ValueMessage<unknown>;

/** Sends one message of an IPC channel and calls back when it is written. */
export type SendMessage = (message: Message, callback: (error: Error | null) => void) => unknown;

// Serializing, joining and deserializing one message of 100 MB blocks the event loop for about 300 ms. A message of
// this size blocks it for less than 1 ms.
const chunkBytes = 524_288;

function isLarge(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength > chunkBytes;
}

/** Separates the large byte arrays from a value. The value can be one itself or have them as members. */
function detach(value: unknown): { rest: unknown; arrays: { key: string | null; bytes: Uint8Array }[] } {
  if (isLarge(value)) return { rest: null, arrays: [{ key: null, bytes: value }] };
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return { rest: value, arrays: [] };
  const entries = Object.entries(value);
  const arrays = entries.flatMap(([key, bytes]) => (isLarge(bytes) ? [{ key, bytes }] : []));
  if (arrays.length === 0) return { rest: value, arrays };
  return {
    rest: Object.fromEntries(entries.map(([key, item]) => [key, isLarge(item) ? null : item])),
    arrays,
  };
}

/**
 * Sends a header and a value over an IPC channel. The value's large byte arrays are sent first, in chunks, one after
 * another. Stops if the channel closes, which the exit of the other process explains.
 *
 * @throws Error if the value cannot be cloned.
 */
export async function sendValue(send: SendMessage, header: unknown, value?: unknown): Promise<void> {
  const written = (message: Message) =>
    new Promise<boolean>((resolve) => {
      send(message, (error) => resolve(!error));
    });
  const { rest, arrays } = detach(value);
  for (const [array, { bytes }] of arrays.entries()) {
    for (let start = 0; start < bytes.byteLength; start += chunkBytes) {
      // A copy, because a runtime may send the whole buffer of a view.
      const chunk = bytes.slice(start, start + chunkBytes);
      if (!(await written({ array, size: bytes.byteLength, chunk }))) return;
      // While the other process keeps up, Node calls back without a turn of the event loop.
      await setImmediate();
    }
  }
  await written({ header, value: rest, arrays: arrays.map(({ key }) => key) });
}

/** Returns a function that receives the messages of {@link sendValue} and passes on each complete value. */
export function valueReader<Header>(
  receive: (header: Header, value: unknown) => void,
): (message: unknown) => void {
  let arrays: { bytes: Uint8Array<ArrayBuffer>; length: number }[] = [];
  return (received) => {
    // Only sendValue() sends here, with the headers of the other process.
    const message = received as ChunkMessage | ValueMessage<Header>;
    if ("chunk" in message) {
      // Not zeroed, and not from Node's shared pool: the bytes may be transferred.
      const array = (arrays[message.array] ??= {
        bytes: new Uint8Array(Buffer.allocUnsafeSlow(message.size).buffer),
        length: 0,
      });
      array.bytes.set(message.chunk, array.length);
      array.length += message.chunk.byteLength;
      return;
    }
    const complete = arrays;
    arrays = [];
    let { value } = message;
    for (const [index, key] of message.arrays.entries()) {
      const bytes = complete[index]?.bytes;
      if (key === null) value = bytes;
      else if (typeof value === "object") value = { ...value, [key]: bytes };
    }
    receive(message.header, value);
  };
}
