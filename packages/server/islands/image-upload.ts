import { UnreachableError } from "./call-api.ts";

/** A file on its way. */
export interface Upload {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  signal: AbortSignal;
  /** Told how much of the body has been sent, from 0 to 1. */
  onSent: (part: number) => void;
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * Sends a file as `fetch` would, which does not tell how much of it has been sent.
 *
 * @throws UnreachableError; the signal's reason where it aborts.
 */
export function upload({ url, headers, body, signal, onSent }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", url);
    request.responseType = "blob";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 1),
    );
    request.upload.addEventListener("load", () => onSent(1));
    request.addEventListener("load", () => {
      // By its `responseType`.
      const answer = request.response as Blob;
      resolve(new Response(answer, { status: request.status, headers: headersOf(request) }));
    });
    request.addEventListener("error", () => reject(new UnreachableError("The server could not be reached.")));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    signal.addEventListener("abort", abort);
    request.send(body);
  });
}
