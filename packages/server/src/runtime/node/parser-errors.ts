import { type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { ToolsError } from "@tools-api/core";
import type { FailedAttempts } from "../../http/failed-attempts.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { problemBody } from "../../http/problem.ts";
import { rateLimitHeaders } from "../../http/rate-limit.ts";
import { newRequestId } from "../../http/request-id.ts";

/** The values for responses to requests that fail in Node's HTTP parser, before routing. */
export interface ParserErrorOptions {
  attempts: FailedAttempts;
  publicUrl: string;
}

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const messageByStatus: Record<number, string> = {
  400: "The request does not follow HTTP/1.1 (RFC 9112).",
  408: "The request did not arrive in time.",
  431: "The header fields of the request are too large. Send fewer or shorter ones.",
};

function answer({ attempts, publicUrl }: ParserErrorOptions, address: string, status: number) {
  const requestId = newRequestId();
  const error = new ToolsError("invalid_request", messageByStatus[status] ?? "The request is malformed.");
  const problem = problemBody(error, { instance: "", requestId, publicUrl });
  // The error catalog has no codes for 408 and 431, which only the parser returns.
  const body = JSON.stringify({ ...problem, title: STATUS_CODES[status], status });
  const headers = {
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...securityHeaders(publicUrl),
    ...rateLimitHeaders([attempts.rateLimit(address)], Date.now()),
    Connection: "close",
  };
  return { body, headers };
}

/** Returns the 400 response for a request that cannot become a `Request`, for instance without a Host. */
export function malformedRequest(options: ParserErrorOptions, address: string): Response {
  const { body, headers } = answer(options, address, 400);
  return new Response(body, { status: 400, headers });
}

/** Gives the 400, 408 and 431 responses of Node's HTTP parser the same headers and body as other errors. */
export function answerParserErrors(server: Server, options: ParserErrorOptions): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The peer may have disconnected, or already have its response.
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusByCode[error.code ?? ""] ?? 400;
    const address = socket instanceof Socket ? (socket.remoteAddress ?? "") : "";
    const { body, headers } = answer(options, address, status);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  });
}
