import type { CallContext } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { clientAddress } from "../client-address.ts";
import { plainCalls } from "../plain-calls.ts";

/** The circumstances of a request that Deno passes on. */
export interface DenoInfo {
  remoteAddr: { hostname?: string };
  completed: Promise<void>;
}

type Handler = (request: Request, info: DenoInfo) => Response | Promise<Response>;

/** The parts of a `Request` that endpoints use. */
class DenoRequest {
  readonly raw: Request;
  readonly method: string;
  readonly url: string;
  readonly path: string;

  constructor(raw: Request) {
    this.raw = raw;
    this.method = raw.method;
    this.url = raw.url;
    const start = this.url.indexOf("/", this.url.indexOf("//") + 2);
    const query = this.url.indexOf("?", start);
    this.path = this.url.slice(start, query === -1 ? undefined : query);
  }

  header(name: string): string | undefined {
    return this.raw.headers.get(name) ?? undefined;
  }
}

function pairs(fields: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let at = 0; at < fields.length; at += 2) all.push([fields[at] ?? "", fields[at + 1] ?? ""]);
  return all;
}

/**
 * Returns a handler that answers calls of metered endpoints with short requests, and passes all other requests on.
 *
 * @param proxies - The number of trusted proxies.
 */
export function answerCalls(services: Services, proxies: number, others: Handler): Handler {
  const calls = plainCalls(services);
  return (raw, info) => {
    const req: CallContext["req"] = new DenoRequest(raw);
    const route = calls.find(req.path, req);
    if (!route || !req.header("Host")) return others(raw, info);
    const peer = info.remoteAddr.hostname ?? "";
    const address = clientAddress(proxies, req.header("X-Forwarded-For"), peer);
    return calls.answer(
      { env: info, req, route, address },
      ({ status, content }, fields) => new Response(content, { status, headers: pairs(fields) }),
    );
  };
}
