import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { mediaType, receiveBody, unsupportedType } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { singleValues } from "./query.ts";

const formType = "application/x-www-form-urlencoded";

/**
 * The fields of a URL-encoded form, each of which may stand there once.
 *
 * @param limit Bytes that the body may have.
 * @throws ToolsError `unsupported_media_type`, `invalid_request` for text that is not UTF-8, `invalid_parameter` where a
 * name comes twice, and as `receiveBody`.
 */
export async function readForm(c: ApiContext, limit: number): Promise<Record<string, string>> {
  const type = mediaType(c);
  if (type !== formType) throw unsupportedType(type, formType);
  const bytes = await receiveBody(c, limit, (announced) => {
    const body = new GrowingBytes(announced);
    return { write: (chunk) => body.append(chunk), end: () => body.bytes };
  });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return singleValues([...new URLSearchParams(text)]);
  } catch (cause) {
    if (cause instanceof ToolsError) throw cause;
    throw new ToolsError("invalid_request", "body: expected a form in UTF-8, received other bytes", {
      cause,
    });
  }
}
