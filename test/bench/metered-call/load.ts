import { connect, type Socket } from "node:net";

/** Clients of one server, each with a connection that is kept alive and one request at a time on it. */
export interface Load {
  port: number;
  path: string;
  /** A JSON text to send with POST. Without it, the method is GET. */
  body?: string;
  /** Further header fields. */
  headers?: Readonly<Record<string, string>>;
  /** One for each client in turn. */
  keys: readonly string[];
  clients: number;
  seconds: number;
}

/** Results of the clients. */
export interface LoadResult {
  requests: number;
  seconds: number;
  /** Duration of each request, in no particular order. */
  milliseconds: number[];
}

const endOfHead = Buffer.from("\r\n\r\n");

/** Returns the length of the first answer in a buffer, or `undefined` while it is incomplete. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined)
    throw new Error(`expected 200 with a Content-Length, received ${bytes.toString()}`);
  const whole = end + endOfHead.length + Number(length);
  return bytes.length < whole ? undefined : whole;
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Repeats a request until `ends` on the scale of `performance.now`. */
function repeat(socket: Socket, request: Buffer, ends: number, milliseconds: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(request);
    };
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      let length: number | undefined;
      try {
        length = answerLength(received);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        socket.destroy();
        return;
      }
      if (length === undefined) return;
      received = received.subarray(length);
      const now = performance.now();
      milliseconds.push(now - sent);
      if (now < ends) send();
      else socket.end(resolve);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The server closed a connection.")));
    send();
  });
}

/**
 * Calls a server for a while. It writes to sockets, because a client library that costs more than the server
 * would measure itself.
 */
export async function call({
  port,
  path,
  body,
  headers = {},
  keys,
  clients,
  seconds,
}: Load): Promise<LoadResult> {
  const content =
    body === undefined
      ? "\r\n"
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const sockets = await Promise.all(Array.from({ length: clients }, () => opened(port)));
  const milliseconds: number[] = [];
  const started = performance.now();
  await Promise.all(
    sockets.map((socket, index) => {
      const key = keys[index % keys.length] ?? "";
      const request = `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nAccept: */*\r\nUser-Agent: bench\r\n${more.join("")}${content}`;
      return repeat(socket, Buffer.from(request), started + seconds * 1000, milliseconds);
    }),
  );
  return {
    requests: milliseconds.length,
    seconds: (performance.now() - started) / 1000,
    milliseconds,
  };
}
