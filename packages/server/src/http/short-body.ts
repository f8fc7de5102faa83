import type { IncomingMessage } from "node:http";
import { Bag, type Bagged } from "@tools-api/core/internal";
import { minBodyRate, SlowBodyError } from "./in-time.ts";

/** The largest body that is received as a whole, in bytes: it is parsed in much less than a millisecond. */
export const maxShortBody = 65_536;

/** A body that is slow if it has not arrived in the first period of the minimum rate. */
interface Arriving extends Bagged {
  /** On the scale of `performance.now`. */
  deadline: number;
  fail(cause: unknown): void;
}

/** One timer for each would cost more than a body. */
const arriving = new Bag<Arriving>();
let timer: ReturnType<typeof setInterval> | undefined;

function checkArriving(): void {
  const now = performance.now();
  for (const body of arriving.members.filter(({ deadline }) => deadline <= now)) {
    arriving.remove(body);
    body.fail(new SlowBodyError());
  }
  if (arriving.members.length > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function watch(body: Arriving): void {
  arriving.add(body);
  timer ??= setInterval(checkArriving, 1000).unref();
}

/** Collects the chunks of a body. */
class ShortBody implements Arriving {
  place = -1;
  readonly deadline = performance.now() + minBodyRate.ms;
  readonly #incoming: IncomingMessage;
  readonly #length: number;
  readonly #onBytes: (count: number) => void;
  readonly #resolve: (body: Uint8Array) => void;
  readonly #reject: (cause: unknown) => void;
  #chunks: Uint8Array[] | undefined;
  #received = 0;

  constructor(
    { incoming, length, onBytes }: ShortBodyOptions,
    resolve: (body: Uint8Array) => void,
    reject: (cause: unknown) => void,
  ) {
    this.#incoming = incoming;
    this.#length = length;
    this.#onBytes = onBytes;
    this.#resolve = resolve;
    this.#reject = reject;
    watch(this);
    incoming.on("data", this.#take);
    incoming.on("close", this.#close);
  }

  readonly #take = (chunk: Uint8Array) => {
    try {
      this.#onBytes(chunk.byteLength);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#received += chunk.byteLength;
    if (this.#received < this.#length) {
      // A copy, because a chunk may be a small view of a large buffer.
      (this.#chunks ??= []).push(Uint8Array.from(chunk));
      return;
    }
    this.#end();
    this.#resolve(this.#chunks ? Buffer.concat([...this.#chunks, chunk]) : chunk);
  };

  readonly #close = () => this.fail(new Error("The connection was closed."));

  fail(cause: unknown): void {
    this.#end();
    this.#reject(cause);
  }

  #end(): void {
    arriving.remove(this);
    this.#incoming.off("close", this.#close);
    this.#incoming.off("data", this.#take);
    // The connection carries the next request once the rest was read.
    this.#incoming.resume();
  }
}

/** A body on Node whose length is known. */
export interface ShortBodyOptions {
  incoming: IncomingMessage;
  /** At least one byte, and at most {@link maxShortBody}. */
  length: number;
  /** Receives the number of bytes of each chunk. If it throws, the body fails with that error. */
  onBytes: (count: number) => void;
}

/**
 * Receives a short body on Node with one listener: an iterator costs as much as the rest of a call.
 *
 * @returns The body. It is valid until the next chunk of the connection arrives.
 * @throws SlowBodyError; an error if the connection closes first; the errors of `onBytes`.
 */
export function receiveShortBody(options: ShortBodyOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => new ShortBody(options, resolve, reject));
}

/**
 * Receives a short body of a `Request`, which reads it in one piece.
 *
 * @throws SlowBodyError; the errors of the body.
 */
export function receiveShortRequest(bytes: Promise<ArrayBuffer>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const body = { deadline: performance.now() + minBodyRate.ms, fail: reject, place: -1 };
    watch(body);
    bytes.then((whole) => resolve(new Uint8Array(whole)), reject).finally(() => arriving.remove(body));
  });
}
