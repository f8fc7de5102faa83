import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReceivedRequest } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import type { Answer } from "../../http/plain-context.ts";
import { clientAddress } from "../client-address.ts";
import { plainCalls } from "../plain-calls.ts";

// The next request usually has the same host.
let lastHost = "";

function isHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  if (host !== lastHost) {
    if (!/^[\w.:-]+$/.test(host) || !URL.canParse(`http://${host}/`)) return false;
    lastHost = host;
  }
  return true;
}

/** Returns whether a field occurs twice. Node joins or drops the second value, unlike the routes. */
function hasRepeatedFields({ headers, rawHeaders }: IncomingMessage): boolean {
  let names = 0;
  for (const _ in headers) names += 1;
  return names * 2 !== rawHeaders.length;
}

/** A request of Node whose header fields occur once each. */
class NodeRequest implements ReceivedRequest {
  readonly body = null;
  readonly incoming: IncomingMessage;
  readonly path: string;
  readonly #outgoing: ServerResponse;
  #controller: AbortController | undefined = undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, path: string) {
    this.incoming = incoming;
    this.path = path;
    this.#outgoing = outgoing;
  }

  get method(): string {
    return this.incoming.method ?? "";
  }

  get url(): string {
    return `http://${this.incoming.headers.host}${this.incoming.url}`;
  }

  get raw(): this {
    return this;
  }

  header(name: string): string | undefined {
    // No field occurs twice, so none is an array.
    return this.incoming.headers[name.toLowerCase()] as string | undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const outgoing = this.#outgoing;
    const abort = () => {
      if (!outgoing.writableFinished) controller.abort();
    };
    if (outgoing.destroyed) abort();
    else outgoing.once("close", abort);
    return controller.signal;
  }
}

function send(
  outgoing: ServerResponse,
  { status, content }: Answer,
  fields: string[],
  bytes: number,
): unknown {
  if (content instanceof ReadableStream) {
    outgoing.writeHead(status, fields);
    // The stream is cancelled if the client disconnects.
    return pipeline(Readable.from(content), outgoing).catch(() => {});
  }
  fields.push("Content-Length", String(bytes));
  outgoing.writeHead(status, fields);
  // A text with a byte for each character is ASCII, which needs no encoding.
  return outgoing.end(content, content.length === bytes ? "latin1" : "utf8");
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Returns a listener that answers calls of metered endpoints with short requests, and passes all other requests on.
 *
 * @param proxies - The number of trusted proxies.
 */
export function answerCalls(services: Services, proxies: number, others: Listener): Listener {
  const calls = plainCalls(services);
  return (incoming, outgoing) => {
    const { url = "", headers, socket } = incoming;
    const query = url.indexOf("?");
    const req = new NodeRequest(incoming, outgoing, query === -1 ? url : url.slice(0, query));
    const route = calls.find(req.path, req);
    if (!route || !isHost(headers.host) || hasRepeatedFields(incoming)) return others(incoming, outgoing);
    const address = clientAddress(proxies, req.header("X-Forwarded-For"), socket.remoteAddress ?? "");
    return calls.answer({ env: { incoming, outgoing }, req, route, address }, (answer, fields, bytes) =>
      send(outgoing, answer, fields, bytes),
    );
  };
}
