import { UnreachableError } from "./call-api.ts";

/** A call with a body. */
export interface Upload {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData;
  signal: AbortSignal;
  /** Receives the share of the body that has been sent, from 0 to 1. */
  onSent: (part: number) => void;
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * Sends a call like `fetch`, which cannot report upload progress.
 *
 * @throws UnreachableError; the reason of the signal if it is aborted.
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
      // The `responseType` guarantees the type.
      const answer = request.response as Blob;
      resolve(new Response(answer, { status: request.status, headers: readHeaders(request) }));
    });
    request.addEventListener("error", () => reject(new UnreachableError("The server cannot be reached.")));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    signal.addEventListener("abort", abort);
    request.send(body);
  });
}
