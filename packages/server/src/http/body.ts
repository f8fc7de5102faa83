import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "../context.ts";

function tooLarge(limit: number, received: string): ToolsError {
  return new ToolsError("payload_too_large", `body: expected at most ${limit} bytes, received ${received}`);
}

function requireJson(c: ApiContext): void {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[a-z0-9.-]+\+json$/.test(type))
    throw new ToolsError(
      "unsupported_media_type",
      `Content-Type: expected application/json, received ${type === "" ? "none" : JSON.stringify(type)}`,
    );
  const encoding = c.req.header("Content-Encoding");
  if (encoding && encoding.toLowerCase() !== "identity")
    throw new ToolsError(
      "unsupported_media_type",
      `Content-Encoding: expected none, received ${JSON.stringify(encoding)}`,
    );
}

/** The body's bytes, given up as soon as they exceed the limit: never buffered first. */
async function readBytes(c: ApiContext, limit: number): Promise<Uint8Array> {
  const declared = Number(c.req.header("Content-Length") ?? 0);
  if (declared > limit) throw tooLarge(limit, String(declared));
  const body = c.req.raw.body;
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > limit) throw tooLarge(limit, "more");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ToolsError) throw error;
    throw new ToolsError("invalid_request", "The body ended before it was complete.", { cause: error });
  } finally {
    c.set("bytesIn", length);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ToolsError(
      "invalid_json",
      "body: expected a JSON object, received text that is not JSON in UTF-8",
      {
        cause: error,
      },
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const received = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
    throw new ToolsError("invalid_json", `body: expected a JSON object, received ${received}`);
  }
  return { ...value };
}

/**
 * The JSON object of the body.
 *
 * @throws ToolsError `unsupported_media_type`, `payload_too_large`, `invalid_json`, `invalid_request`.
 */
export async function readJsonObject(c: ApiContext, limit: number): Promise<Record<string, unknown>> {
  requireJson(c);
  return parseObject(await readBytes(c, limit));
}
