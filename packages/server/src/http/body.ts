import type { IncomingMessage } from "node:http";
import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal/schema";
import { slices } from "@tools-api/core/internal/time";
import type { FileField } from "@tools-api/core/tools";
import type { CallContext } from "./call-context.ts";
import { givenBody } from "./given-body.ts";
import { inTime, SlowBodyError } from "./in-time.ts";
import { nodeBody, parsedBody, unreadStream } from "./node-body.ts";
import { maxShortBody, receiveShortBody, receiveShortRequest } from "./short-body.ts";

/** A receiver of a body that arrives in chunks of any size. */
export interface BodySink<Result> {
  /**
   * Receives a chunk.
   *
   * @param chunk - Must not be kept: it may be a small view of a large buffer.
   */
  write(chunk: Uint8Array): void;
  /** Returns the result of the whole body. */
  end(): Result;
}

/**
 * Returns the content type of the request in lower case and without parameters, or an empty string if there is none.
 */
export function mediaType(c: CallContext): string {
  return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Creates the error for a content type that the endpoint does not accept.
 *
 * @param expected - The accepted types, in words.
 */
export function unsupportedType(type: string, expected: string): ToolsError {
  return new ToolsError(
    "unsupported_media_type",
    `Content-Type: expected ${expected}, received ${type === "" ? "none" : describeValue(type)}`,
  );
}

function tooLarge(limit: number, received: number | "more"): ToolsError {
  return new ToolsError("payload_too_large", `body: expected at most ${limit} bytes, received ${received}`);
}

export function fileTooLarge({ field, maxBytes }: FileField): ToolsError {
  return new ToolsError("payload_too_large", `${field}: expected at most ${maxBytes} bytes, received more`);
}

function requireNoCoding(c: CallContext): void {
  const encoding = c.req.header("Content-Encoding");
  if (!encoding || encoding.toLowerCase() === "identity") return;
  // A host that has parsed the body has decoded it first.
  if (givenBody(c.req.raw) ?? parsedBody(c)) return;
  // RFC 9110 §12.5.3.
  c.header("Accept-Encoding", "identity");
  throw new ToolsError(
    "unsupported_media_type",
    `Content-Encoding: expected none, received ${describeValue(encoding)}`,
  );
}

/** Returns the length of the body that the request announces, or `null` if it announces none or a malformed one. */
export function contentLength(c: CallContext): number | null {
  const length = c.req.header("Content-Length") ?? "";
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Returns the chunks of a body as they arrive. Ending the iteration cancels the rest. */
function webBody(body: ReadableStream<Uint8Array>): AsyncIterator<Uint8Array> {
  const reader = body.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

const sliceBytes = 65_536;

/**
 * Yields the chunks of a body in slices of at most 64 kB, and lets other requests run between them. A `Request` of a
 * host program, and Deno, can deliver a body of 36 MB in one chunk.
 */
async function* inSlices(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const pause = slices();
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.byteLength; start += sliceBytes) {
      yield chunk.subarray(start, start + sliceBytes);
      await pause();
    }
}

/** Returns the error for a body that did not arrive as a whole. */
function brokenBody(c: CallContext, cause: unknown): ToolsError {
  // The work queue has refused its bytes.
  if (cause instanceof ToolsError) return cause;
  if (cause instanceof SlowBodyError) {
    // Otherwise the server would read the rest of the body as long as the connection lasts.
    c.header("Connection", "close");
    return new ToolsError("invalid_request", cause.message, { cause });
  }
  return new ToolsError("invalid_request", "The body ended before it was complete.", { cause });
}

/** Yields the chunks of the body as they arrive. */
async function* bodyChunks(c: CallContext): AsyncGenerator<Uint8Array> {
  const { raw } = c.req;
  try {
    const given = givenBody(raw) ?? parsedBody(c);
    if (given) {
      yield* inSlices([given]);
      return;
    }
    const body = nodeBody(c) ?? (raw.body && webBody(raw.body));
    if (body) yield* inSlices(inTime(body));
  } catch (cause) {
    throw brokenBody(c, cause);
  }
}

/**
 * Receives a body of at most 64 kB in one piece, with the bounds of {@link receiveBody}. Returns `null` without reading
 * it if its length is unknown or larger, or if the host has already read it.
 */
export function receiveWhole(c: CallContext, limit: number): Promise<Uint8Array> | null {
  const { raw } = c.req;
  const length = contentLength(c);
  if (length === null || length === 0 || length > Math.min(limit, maxShortBody)) return null;
  const incoming = unreadStream(c);
  if (givenBody(raw) ?? (incoming ? null : parsedBody(c))) return null;
  requireNoCoding(c);
  if (incoming) return receiveStream(c, incoming, length);
  const bytes = raw.arrayBuffer?.();
  return bytes ? receiveRequest(c, limit, bytes) : null;
}

async function receiveStream(c: CallContext, incoming: IncomingMessage, length: number): Promise<Uint8Array> {
  const slot = c.get("slot");
  let received = 0;
  const onBytes = (count: number) => {
    received += count;
    c.set("bytesIn", received);
    slot?.grow(count);
  };
  try {
    return await receiveShortBody({ incoming, length, onBytes });
  } catch (cause) {
    throw brokenBody(c, cause);
  }
}

async function receiveRequest(
  c: CallContext,
  limit: number,
  body: Promise<ArrayBuffer>,
): Promise<Uint8Array> {
  try {
    const bytes = await receiveShortRequest(body);
    c.set("bytesIn", bytes.length);
    // A host program can give its own request any length.
    if (bytes.length > limit) throw tooLarge(limit, bytes.length);
    c.get("slot")?.grow(bytes.length);
    return bytes;
  } catch (cause) {
    throw brokenBody(c, cause);
  }
}

/** Requires a body without a content coding and of an allowed length, and returns the length that it announces, or 0. */
function requireReadable(c: CallContext, limit: number): number {
  requireNoCoding(c);
  const announced = contentLength(c) ?? 0;
  if (announced > limit) throw tooLarge(limit, announced);
  return announced;
}

/**
 * Yields the chunks of the body as they arrive, at a minimum rate. Stops as soon as it exceeds the limit. A chunk may be a
 * small view of a large buffer.
 *
 * @throws ToolsError `payload_too_large`, `unsupported_media_type` for a content coding, and `invalid_request` for a body
 *   that ends early or arrives too slowly.
 */
export async function* bodyStream(c: CallContext, limit: number): AsyncGenerator<Uint8Array> {
  requireReadable(c, limit);
  let length = 0;
  try {
    for await (const chunk of bodyChunks(c)) {
      length += chunk.byteLength;
      if (length > limit) throw tooLarge(limit, "more");
      yield chunk;
    }
  } finally {
    c.set("bytesIn", length);
  }
}

/**
 * Passes the body to a sink as it arrives, without buffering it first. The request's slot in the work queue grows with the
 * received bytes.
 *
 * @param sink - Creates the sink from the number of bytes that the request announces (0 if it announces none).
 * @throws ToolsError The errors of {@link bodyStream} and of the sink, and `overloaded`.
 */
export async function receiveBody<Result>(
  c: CallContext,
  limit: number,
  sink: (announced: number) => BodySink<Result>,
): Promise<Result> {
  const receiver = sink(requireReadable(c, limit));
  const slot = c.get("slot");
  for await (const chunk of bodyStream(c, limit)) {
    slot?.grow(chunk.byteLength);
    receiver.write(chunk);
  }
  return receiver.end();
}
