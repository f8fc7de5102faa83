import { setTimeout as sleep } from "node:timers/promises";
import { Bag, type Bagged } from "@tools-api/core/internal";
import { maxShortBody } from "../../http/short-body.ts";
import { linger } from "../linger.ts";
import { checkMs, stalledChecks } from "../signals.ts";

interface Exchange extends Bagged {
  /** True if more of the body has yet to arrive. */
  isArriving: boolean;
  /** True if the handler is waiting for the next chunk of the body. */
  isAwaited: boolean;
  /** The number of checks during which the handler has waited for this chunk. */
  quietChecks: number;
  /** Reads the body. Absent: the handler has not begun to read it. */
  reader?: ReadableStreamDefaultReader<Uint8Array>;
}

function hasLongBody({ headers }: Request): boolean {
  return headers.has("Transfer-Encoding") || Number(headers.get("Content-Length")) > maxShortBody;
}

/** Records on `exchange` when the handler waits for the body. Copies no data. */
function watchBody(request: Request, exchange: Exchange, waitsForBodies: boolean): void {
  // Reading the property creates the stream, which a refused request never needs.
  const source = Object.getOwnPropertyDescriptor(Request.prototype, "body")?.get;
  let watched: ReadableStream<Uint8Array> | null | undefined;
  Object.defineProperty(request, "body", {
    get() {
      // The getter of `body` returns only these types.
      const body = () => source?.call(request) as ReadableStream<Uint8Array> | null;
      watched ??= watchedStream(body(), exchange, waitsForBodies);
      return watched;
    },
  });
}

function watchedStream(
  body: ReadableStream<Uint8Array> | null,
  exchange: Exchange,
  waitsForBodies: boolean,
): ReadableStream<Uint8Array> | null {
  if (!body) {
    exchange.isArriving = false;
    return null;
  }
  const reader = body.getReader();
  exchange.reader = reader;
  const settle = (isArriving: boolean) => {
    exchange.isAwaited = false;
    exchange.quietChecks = 0;
    exchange.isArriving = isArriving;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        exchange.isAwaited = true;
        const chunk = await reader.read().catch((error: unknown) => {
          settle(false);
          throw error;
        });
        settle(!chunk.done);
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel(reason) {
        settle(false);
        return waitsForBodies ? undefined : reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Reads and discards what the handler has left of a body, within the bounds. */
async function discardRest(request: Request, exchange: Exchange): Promise<void> {
  // The getter sets the reader.
  const { reader } = request.body ? exchange : {};
  if (!reader) return;
  const deadline = performance.now() + linger.totalMs;
  let [bytes, last] = [0, 0];
  const timer = setInterval(() => {
    if (performance.now() > deadline || bytes > linger.bytes || bytes === last) void reader.cancel();
    last = bytes;
  }, linger.quietMs);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      bytes += chunk.value.length;
  } catch {
    // The client has disconnected.
  } finally {
    clearInterval(timer);
  }
}

/** The requests that a server on Deno is answering. */
export interface DenoExchanges {
  /** Handles a request, and tracks it until its response is sent. */
  run(
    request: Request,
    info: { completed: Promise<void> },
    answer: () => Response | Promise<Response>,
  ): Response | Promise<Response>;
  /** Resolves when the bodies of the current requests have arrived, except stalled ones. */
  received(): Promise<void>;
  /** Resolves when the current requests are answered, except those whose body has stalled. */
  answered(): Promise<void>;
}

/**
 * Creates the tracker of a Deno server's requests.
 *
 * @param waitsForBodies - Whether a response waits for the rest of a body that the handler has not read, as behind a proxy:
 *   Caddy ends the connection of a client that still sends when the response arrives.
 */
export function followExchanges(waitsForBodies: boolean): DenoExchanges {
  const exchanges = new Bag<Exchange>();
  const none = async (present: (exchange: Exchange) => boolean) => {
    const initial = [...exchanges.members];
    while (initial.some((one) => one.place >= 0 && present(one) && one.quietChecks <= stalledChecks)) {
      await sleep(checkMs);
      for (const one of initial) if (one.isAwaited) one.quietChecks += 1;
    }
  };
  const afterBody = async (request: Request, exchange: Exchange, answer: Response | Promise<Response>) => {
    const response = await answer;
    // A response that ends the connection refuses the rest of the body.
    if (hasLongBody(request) && response.headers.get("Connection") !== "close")
      await discardRest(request, exchange);
    return response;
  };
  return {
    run(request, { completed }, answer) {
      const mayHaveBody = request.method !== "GET" && request.method !== "HEAD";
      const exchange: Exchange = { isArriving: mayHaveBody, isAwaited: false, quietChecks: 0, place: -1 };
      exchanges.add(exchange);
      const end = () => exchanges.remove(exchange);
      completed.then(end, end);
      if (mayHaveBody) watchBody(request, exchange, waitsForBodies);
      const response = answer();
      return waitsForBodies && mayHaveBody ? afterBody(request, exchange, response) : response;
    },
    received: () => none(({ isArriving }) => isArriving),
    answered: () => none(() => true),
  };
}
