import { setTimeout as sleep } from "node:timers/promises";
import { Bag, type Bagged } from "@tools-api/core/internal";
import { checkMs, stalledChecks } from "../signals.ts";

interface Exchange extends Bagged {
  /** True if more of the body has yet to arrive. */
  isArriving: boolean;
  /** True if the handler is waiting for the next chunk of the body. */
  isAwaited: boolean;
  /** The number of checks during which the handler has waited for this chunk. */
  quietChecks: number;
}

/** Records on `exchange` when the handler waits for the body. Copies no data. */
function watchBody(request: Request, exchange: Exchange): void {
  // Reading the property creates the stream, which a refused request never needs.
  const source = Object.getOwnPropertyDescriptor(Request.prototype, "body")?.get;
  let watched: ReadableStream<Uint8Array> | null | undefined;
  Object.defineProperty(request, "body", {
    get() {
      // The getter of `body` returns only these types.
      watched ??= watchedStream(source?.call(request) as ReadableStream<Uint8Array> | null, exchange);
      return watched;
    },
  });
}

function watchedStream(
  body: ReadableStream<Uint8Array> | null,
  exchange: Exchange,
): ReadableStream<Uint8Array> | null {
  if (!body) {
    exchange.isArriving = false;
    return null;
  }
  const reader = body.getReader();
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
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
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

/** Creates the tracker of a Deno server's requests. */
export function followExchanges(): DenoExchanges {
  const exchanges = new Bag<Exchange>();
  const none = async (present: (exchange: Exchange) => boolean) => {
    const initial = [...exchanges.members];
    while (initial.some((one) => one.place >= 0 && present(one) && one.quietChecks <= stalledChecks)) {
      await sleep(checkMs);
      for (const one of initial) if (one.isAwaited) one.quietChecks += 1;
    }
  };
  return {
    run(request, { completed }, answer) {
      const mayHaveBody = request.method !== "GET" && request.method !== "HEAD";
      const exchange: Exchange = { isArriving: mayHaveBody, isAwaited: false, quietChecks: 0, place: -1 };
      exchanges.add(exchange);
      const end = () => exchanges.remove(exchange);
      completed.then(end, end);
      if (mayHaveBody) watchBody(request, exchange);
      return answer();
    },
    received: () => none(({ isArriving }) => isArriving),
    answered: () => none(() => true),
  };
}
