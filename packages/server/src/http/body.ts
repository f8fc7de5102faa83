import { maximumImageBytes, ToolsError } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { nodeBody } from "./node-body.ts";
import { webBody } from "./web-body.ts";

/** Takes a body piece by piece, wherever its pieces are cut. */
export interface BodySink<Result> {
  /** @param chunk - Not to be kept: it may be a small part of a large buffer. */
  write(chunk: Uint8Array): void;
  /** What the whole body is. */
  end(): Result;
}

/** The content type of the request without its parameters, in lower case; empty where there is none. */
export function mediaType(c: ApiContext): string {
  return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

export function isJson(type: string): boolean {
  return type === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(type);
}

/** @param expected - What the endpoint takes, in words. */
export function unsupportedType(type: string, expected: string): ToolsError {
  return new ToolsError(
    "unsupported_media_type",
    `Content-Type: expected ${expected}, received ${type === "" ? "none" : JSON.stringify(type)}`,
  );
}

function tooLarge(limit: number, received: number | "more"): ToolsError {
  return new ToolsError("payload_too_large", `body: expected at most ${limit} bytes, received ${received}`);
}

export function imageTooLarge(): ToolsError {
  return new ToolsError(
    "payload_too_large",
    `image: expected at most ${maximumImageBytes} bytes, received more`,
  );
}

/** @throws ToolsError `invalid_json`, in one text for whatever is wrong. */
export function refuseJson(cause?: unknown): never {
  throw new ToolsError(
    "invalid_json",
    "body: expected a JSON object, received text that is not JSON in UTF-8",
    { cause },
  );
}

/** @throws ToolsError `invalid_json`. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    refuseJson(error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const received = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
    throw new ToolsError("invalid_json", `body: expected a JSON object, received ${received}`);
  }
  return { ...value };
}

function requireNoCoding(c: ApiContext): void {
  const encoding = c.req.header("Content-Encoding");
  if (encoding && encoding.toLowerCase() !== "identity")
    throw new ToolsError(
      "unsupported_media_type",
      `Content-Encoding: expected none, received ${JSON.stringify(encoding)}`,
    );
}

/** Bytes of the body as the request announces them, 0 where it does not. */
function announcedLength(c: ApiContext): number {
  const length = c.req.header("Content-Length") ?? "";
  return /^\d{1,15}$/.test(length) ? Number(length) : 0;
}

/** The pieces of the body as they arrive. */
async function* chunksOf({ raw }: ApiContext["req"]): AsyncGenerator<Uint8Array> {
  try {
    const body = nodeBody(raw) ?? (raw.body && webBody(raw.body));
    if (body) yield* body;
  } catch (cause) {
    throw new ToolsError("invalid_request", "The body ended before it was complete.", { cause });
  }
}

/**
 * Gives the body to a sink as it arrives, and gives it up as soon as it exceeds the limit: it is never buffered
 * first. The request's place in the work queue grows with what has arrived.
 *
 * @param sink - Makes the sink, from the bytes that the request announces (0 where it does not).
 * @throws ToolsError `payload_too_large`, `unsupported_media_type` for a content coding, `invalid_request` for a body
 * that ends early, `overloaded`, and whatever the sink throws.
 */
export async function receiveBody<Result>(
  c: ApiContext,
  limit: number,
  sink: (announced: number) => BodySink<Result>,
): Promise<Result> {
  requireNoCoding(c);
  const announced = announcedLength(c);
  if (announced > limit) throw tooLarge(limit, announced);
  const receiver = sink(announced);
  const place = c.get("place");
  let length = 0;
  try {
    for await (const chunk of chunksOf(c.req)) {
      length += chunk.byteLength;
      if (length > limit) throw tooLarge(limit, "more");
      place?.grow(chunk.byteLength);
      receiver.write(chunk);
    }
  } finally {
    c.set("bytesIn", length);
  }
  return receiver.end();
}

/**
 * The JSON object of the body.
 *
 * @throws ToolsError `unsupported_media_type`, `invalid_json`, and as {@link receiveBody}.
 */
export async function readJsonObject(c: ApiContext, limit: number): Promise<Record<string, unknown>> {
  const type = mediaType(c);
  if (!isJson(type)) throw unsupportedType(type, "application/json");
  return receiveBody(c, limit, (announced) => {
    const bytes = new GrowingBytes(announced);
    return { write: (chunk) => bytes.append(chunk), end: () => parseJsonObject(bytes.bytes) };
  });
}
