import { withoutPrefix } from "../own-prefix.ts";

/**
 * Returns whether a request of HTTP/1.1 has no `Host`. Deno then uses `localhost` in the URL (denoland/deno#36481); the
 * authority of HTTP/2 is in the URL too.
 */
export function hasNoHost({ headers, url }: Request, port: number): boolean {
  const host = headers.get("Host");
  return host === null ? new URL(url).host === new URL(`http://localhost:${port}`).host : host === "";
}

/**
 * Returns the response to a HEAD request with a body of unknown length. With no body, Deno sends `Content-Length: 0`,
 * which is not the length of the response to GET (RFC 9110 §8.6, denoland/deno#35728).
 */
export function withoutZeroLength(response: Response): Response {
  if (response.body !== null || response.status === 204 || response.status === 304) return response;
  const empty = new ReadableStream({ start: (controller) => controller.close() });
  return new Response(empty, response);
}

/** Returns a request without the prefix in its path. See `ownPrefix`. */
export function requestWithoutPrefix(request: Request, prefix: string): Request {
  if (prefix === "") return request;
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const target = withoutPrefix(url.slice(start), prefix);
  return target.length === url.length - start ? request : new Request(url.slice(0, start) + target, request);
}
