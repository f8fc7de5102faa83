import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { mediaType, receiveBody, unsupportedType } from "./body.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { singleValues } from "./query.ts";

const formType = "application/x-www-form-urlencoded";

/**
 * The fields of a URL-encoded form, in their order.
 *
 * @param limit Bytes that the body may have.
 * @throws ToolsError `unsupported_media_type`, `invalid_request` for text that is not UTF-8, and as `receiveBody`.
 */
export async function readFormFields(c: ApiContext, limit: number): Promise<[name: string, value: string][]> {
  const type = mediaType(c);
  if (type !== formType) throw unsupportedType(type, formType);
  const bytes = await receiveBody(c, limit, (announced) => {
    const body = new GrowingBytes(announced);
    return { write: (chunk) => body.append(chunk), end: () => body.bytes };
  });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return [...new URLSearchParams(text)];
  } catch (cause) {
    throw new ToolsError("invalid_request", "body: expected a form in UTF-8, received other bytes", {
      cause,
    });
  }
}

/**
 * The fields of a URL-encoded form, each of which may stand there once.
 *
 * @throws ToolsError as `readFormFields`, and `invalid_parameter` where a name comes twice.
 */
export async function readForm(c: ApiContext, limit: number): Promise<Record<string, string>> {
  return singleValues(await readFormFields(c, limit));
}
