import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that arrived. */
interface Arrived {
  /** The method and the path. */
  target: string;
  headers: IncomingMessage["headers"];
}

/** One response of a {@link FailingServer}. */
export type Step = (response: ServerResponse) => void;

/** A server that responds to its requests in a prescribed way. */
export interface FailingServer {
  url: string;
  requests: readonly Arrived[];
  close: () => void;
}

/** Responds with a status and a body. */
export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  const type = typeof body === "string" ? "text/html" : "application/json";
  return (response) => {
    response.writeHead(status, { "Content-Type": type, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Responds with a problem. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Step {
  return respond(status, { code, message: `It is ${code}.`, status, request_id: "r-1" }, headers);
}

/** Cuts the connection without a response. */
export const cut: Step = (response) => void response.socket?.destroy();

/** Cuts the connection inside a response. */
export const cutInside: Step = (response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
  response.write('{"text":', () => response.socket?.destroy());
};

/** Never responds. */
export const hang: Step = () => {};

/** Failures after which the same call can succeed, with their names. */
export const passing: [string, Step][] = [
  ["a connection that is cut", cut],
  ["a response that is cut", cutInside],
  ["503", problem(503, "overloaded")],
  ["429 of a minute", problem(429, "rate_limited", { "Retry-After": "0" })],
];

/** Failures after which the same call fails again, with the status and the code that a client reports. */
export const lasting: [Step, [status: number, code: string]][] = [
  [problem(422, "invalid_parameter"), [422, "invalid_parameter"]],
  [problem(429, "quota_exceeded", { "Retry-After": "3600" }), [429, "quota_exceeded"]],
  [problem(429, "too_many_attempts"), [429, "too_many_attempts"]],
  [respond(200, "<h1>Sign in</h1>"), [200, "unexpected_response"]],
];

/** Starts a server that takes one step for each request, and repeats the last one. */
export async function startFailing(...steps: readonly Step[]): Promise<FailingServer> {
  const requests: Arrived[] = [];
  const server = createServer((request, response) => {
    requests.push({
      target: `${request.method} ${request.url}`,
      headers: request.headers,
    });
    const step = steps[Math.min(requests.length, steps.length) - 1];
    request.resume().once("end", () => step?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
