import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { authenticate } from "../../api/middleware/authenticate.ts";
import { answerEndpoint } from "../../api/routes/answer-endpoint.ts";
import { type EndpointRoute, endpointRoutes } from "../../api/routes/endpoints.ts";
import type { ReceivedRequest, Reply } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { jsonHeaderTemplate } from "../../http/header-template.ts";
import { type Answer, PlainContext } from "../../http/plain-context.ts";
import { asToolsError } from "../../http/problem.ts";
import { rateLimitHeaders } from "../../http/rate-limit.ts";
import { acceptRequestId } from "../../http/request-id.ts";
import { requestRecord } from "../../http/request-record.ts";
import { respondProblem } from "../../http/respond.ts";
import { maxShortBody } from "../../http/short-body.ts";
import { clientAddress } from "../client-address.ts";

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

/** Returns whether a request has no body, or a short one. Node reads the rest of one that is refused. */
function isShort({ method, headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return false;
  const length = headers["content-length"];
  return method === "GET" ? length === undefined : Number(length) <= maxShortBody;
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

/** Returns a function that writes the answers of calls, with the header fields that every response under /v1 has. */
function answerWriter({ publicUrl, clock, attempts }: Services) {
  // As Node reads them: names and values in turn.
  const template = Object.entries(jsonHeaderTemplate(publicUrl)).flat();
  const valueAt = new Map(template.flatMap((name, at) => (at % 2 === 0 ? [[name, at + 1] as const] : [])));

  function headerFields(c: PlainContext, { status, fields }: Answer): string[] {
    const all = template.slice();
    const setAll = (values: Record<string, string>) => {
      for (const name in values) {
        const at = valueAt.get(name);
        const value = values[name] ?? "";
        if (at === undefined) all.push(name, value);
        else all[at] = value;
      }
    };
    setAll({ "X-Request-Id": c.get("requestId") ?? "" });
    const limits = c.get("rateLimits") ?? [attempts.rateLimit(c.get("address"))];
    setAll(rateLimitHeaders(limits, clock.now(), status !== 503));
    if (c.fields) setAll(c.fields);
    setAll(fields);
    return all;
  }

  return (c: PlainContext, reply: Reply, outgoing: ServerResponse): unknown => {
    // A plain context creates answers.
    const answer = reply as Answer;
    const { status, content } = answer;
    const fields = headerFields(c, answer);
    if (content instanceof ReadableStream) {
      outgoing.writeHead(status, fields);
      // The stream is cancelled if the client disconnects.
      return pipeline(Readable.from(content), outgoing).catch(() => {});
    }
    const bytes = c.get("bytesOut");
    fields.push("Content-Length", String(bytes));
    outgoing.writeHead(status, fields);
    // A text with a byte for each character is ASCII, which needs no encoding.
    return outgoing.end(content, content.length === bytes ? "latin1" : "utf8");
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Returns a listener that answers calls of metered endpoints with short requests, and passes all other requests on. It
 * follows the rules of the routes, without a `Request`, a `Response` and middleware, which cost more than a short call.
 *
 * @param proxies - The number of trusted proxies.
 */
export function answerCalls(services: Services, proxies: number, others: Listener): Listener {
  // Only the routes have spans and the header fields of a deprecation.
  if (services.telemetry) return others;
  const own = endpointRoutes(services.tools).filter(({ path }) => !services.deprecations.has(path));
  const routes = new Map(own.map((route) => [route.path, route]));
  const write = answerWriter(services);

  async function respond(c: PlainContext, outgoing: ServerResponse, route: EndpointRoute): Promise<void> {
    const started = performance.now();
    let reply: Reply;
    let written: unknown;
    try {
      const principal = await authenticate(c, services, route.scope);
      reply = await answerEndpoint(c, services, route, principal);
      // Fails for a header field of a host's tool that HTTP does not allow.
      written = write(c, reply, outgoing);
    } catch (error) {
      reply = respondProblem(c, asToolsError(error), services.publicUrl);
      written = write(c, reply, outgoing);
    }
    services.log(requestRecord(c, reply.status, performance.now() - started), () => c.get("address"));
    await written;
  }

  return (incoming, outgoing) => {
    const { url = "", method, headers, socket } = incoming;
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const route = routes.get(path);
    if (!route || route.method !== method || !isShort(incoming)) return others(incoming, outgoing);
    // The response to a page of another origin needs further fields.
    if (!isHost(headers.host) || headers.origin !== undefined || hasRepeatedFields(incoming))
      return others(incoming, outgoing);
    const c = new PlainContext({ incoming, outgoing }, new NodeRequest(incoming, outgoing, path));
    c.set("route", path);
    c.set("requestId", acceptRequestId(c.req.header("X-Request-Id")));
    c.set("address", clientAddress(proxies, c.req.header("X-Forwarded-For"), socket.remoteAddress ?? ""));
    return respond(c, outgoing, route);
  };
}
