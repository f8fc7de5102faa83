import type { CallContext } from "./call-context.ts";
import { mediaType, receiveBody, receiveWhole, unsupportedType } from "./body.ts";
import { parseJsonObject } from "./json-object.ts";
import { checkJsonStructure, maxJsonMembers } from "./json-structure.ts";
import { maxShortBody } from "./short-body.ts";
import { JsonReader, type LongString } from "./json-reader.ts";

/** Returns whether a media type is JSON. */
export function isJson(type: string): boolean {
  return type === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(type);
}

/**
 * Reads a body like {@link readJsonObject}, but returns an empty object for an empty body, even without a content type.
 */
export async function readOptionalJsonObject(
  c: CallContext,
  limit: number,
): Promise<Record<string, unknown>> {
  const type = mediaType(c);
  if (type !== "" && !isJson(type)) throw unsupportedType(type, "application/json");
  return receiveBody(c, limit, (announced) => {
    const reader = new JsonReader(announced);
    let isEmpty = true;
    return {
      write(chunk) {
        if (type === "") throw unsupportedType(type, "application/json");
        isEmpty = false;
        reader.write(chunk);
      },
      end: () => (isEmpty ? {} : reader.end()),
    };
  });
}

/**
 * Reads the JSON object of the body.
 *
 * @param limit - The maximum size of the body in bytes.
 * @param longString - The member whose string can have more than a megabyte.
 * @param maxMembers - The maximum number of members of objects and arrays.
 * @throws ToolsError `unsupported_media_type`, `invalid_json`, and the errors of {@link receiveBody}.
 */
export async function readJsonObject(
  c: CallContext,
  limit: number,
  { longString, maxMembers = maxJsonMembers }: { longString?: LongString; maxMembers?: number } = {},
): Promise<Record<string, unknown>> {
  const type = mediaType(c);
  if (!isJson(type)) throw unsupportedType(type, "application/json");
  // In a short body, the members in addition to a long string are within their own limit.
  const whole = longString && longString.maxOtherBytes < maxShortBody ? null : receiveWhole(c, limit);
  if (!whole)
    return receiveBody(
      c,
      limit,
      (announced) => new JsonReader(longString ? 0 : announced, longString, maxMembers),
    );
  const bytes = await whole;
  checkJsonStructure(bytes, maxMembers);
  const fields = parseJsonObject(bytes);
  const value = longString ? fields[longString.name] : undefined;
  if (longString && typeof value === "string") {
    const sink = longString.open();
    sink.push(value);
    fields[longString.name] = sink.end();
  }
  return fields;
}
