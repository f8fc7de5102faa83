import { Agent, request as httpRequest } from "node:http";

/** A request in the form that a service expects. */
export interface Call {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** A response with its duration. */
export interface Answer {
  status: number;
  milliseconds: number;
  body: Buffer;
}

// A server closes a connection that was idle for 5 s. A new call may be on its way over it then.
const idleMs = 2_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: idleMs });

/** Sends a request. An answer counts even if it arrives before the whole body is sent. */
export function send({ url, method, headers, body }: Call, signal?: AbortSignal): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const length = body ? { "Content-Length": String(body.length) } : {};
    const request = httpRequest(
      url,
      { agent, method, headers: { ...headers, ...length }, ...(signal && { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          // The server does not read the rest of a body that it refuses.
          if (!request.writableFinished) request.destroy();
          resolve({
            status: response.statusCode ?? 0,
            milliseconds: performance.now() - started,
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

/** Sends the calls in order from `clients` clients. Each client waits for its answer before its next call. */
export async function sendAll(calls: readonly Call[], clients: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const client = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) answers.push(await send(call));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** Returns the figure below which a given share of the figures lies. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
