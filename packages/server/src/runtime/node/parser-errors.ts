import { type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { malformedAnswer, type MalformedOptions } from "../malformed-request.ts";

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const messageByStatus: Record<number, string> = {
  400: "The request does not follow HTTP/1.1 (RFC 9112).",
  408: "The request did not arrive in time.",
  431: "The header fields of the request are too large. Send fewer or shorter ones.",
};

/** Gives the 400, 408 and 431 responses of Node's HTTP parser the same headers and body as other errors. */
export function answerParserErrors(server: Server, options: MalformedOptions): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isUnused =
      error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket instanceof Socket && socket.bytesRead === 0;
    // The peer may have disconnected, or already have its response. A proxy that opened a connection in advance would take
    // a response for that of its first request.
    if (error.code === "ECONNRESET" || !socket.writable || isUnused) {
      socket.destroy();
      return;
    }
    const status = statusByCode[error.code ?? ""] ?? 400;
    const address = socket instanceof Socket ? (socket.remoteAddress ?? "") : "";
    const message = messageByStatus[status] ?? "The request is malformed.";
    const { body, headers } = malformedAnswer(options, { status, message, address });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  });
}
