import type { BinaryField } from "@tools-api/core/tools";

/**
 * The header field that names the field of the record with the bytes. Its parameter `record` names the header field with the
 * others if the body is the bytes. Otherwise they are in base64: in the record, or in each member of the list that the
 * parameter `list` names.
 */
export const binaryFieldHeader = "X-Binary-Field";

/** Returns the header field with the record of a response that is bytes. */
export function resultHeader({ header = "X-Result" }: Pick<BinaryField, "header">): string {
  return header;
}
