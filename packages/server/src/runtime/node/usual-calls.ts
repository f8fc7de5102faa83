import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonHeaderTemplate } from "../../http/header-template.ts";
import { type PlainGet, refusals, type UsualResponse } from "../../api/middleware/usual-call.ts";
import { clientAddress } from "../client-address.ts";
import type { Composition } from "../compose.ts";

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

function plainGet(request: IncomingMessage, proxies: number): PlainGet | null {
  const { method, headers, url: path = "" } = request;
  if (method !== "GET" || !isHost(headers.host)) return null;
  // The response to a page of another origin needs further fields.
  if (headers.origin !== undefined) return null;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return null;
  if (hasRepeatedFields(request)) return null;
  // The fields are no arrays, because they occur once.
  const requestId = headers["x-request-id"] as string | undefined;
  const forwarded = headers["x-forwarded-for"] as string | undefined;
  const address = () => clientAddress(proxies, forwarded, request.socket.remoteAddress ?? "");
  return { path, authorization: headers.authorization, requestId, address };
}

/** Returns a function that creates the header fields of a response as Node reads them: names and values in turn. */
function headerFields(publicUrl: string): (response: UsualResponse) => string[] {
  const template = Object.entries(jsonHeaderTemplate(publicUrl)).flat();
  const idAt = template.indexOf("X-Request-Id") + 1;
  return ({ requestId, limits, bytes }) => {
    const fields = template.slice();
    fields[idAt] = requestId;
    for (const name in limits) fields[template.indexOf(name) + 1] = limits[name] ?? "";
    fields.push("Content-Length", String(bytes));
    return fields;
  };
}

/** Returns a listener that answers usual calls, and passes all other requests on. */
export function respondUsualCalls(
  { usualCalls, publicUrl, proxies }: Pick<Composition, "usualCalls" | "publicUrl"> & { proxies: number },
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): (request: IncomingMessage, response: ServerResponse) => Promise<unknown> {
  const fields = headerFields(publicUrl);
  return (request, response) => {
    const plain = plainGet(request, proxies);
    const usual = plain && usualCalls(plain);
    if (!usual) return respond(request, response);
    return usual.then((found) => {
      if (found && "refusal" in found) refusals.set(request, found.refusal);
      if (!found || "refusal" in found) return respond(request, response);
      const { body, bytes } = found;
      response.writeHead(200, fields(found));
      // A text with a byte for each character is ASCII, which needs no encoding.
      return response.end(body, body.length === bytes ? "latin1" : "utf8");
    });
  };
}
