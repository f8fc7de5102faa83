import type { BinaryField } from "@tools-api/core/tools";

/** The header field that says which field of the record the body is, and which header field has the others. */
export const binaryFieldHeader = "X-Binary-Field";

/** Returns the header field with the record of a response that is bytes. */
export function resultHeader({ header = "X-Result" }: Pick<BinaryField, "header">): string {
  return header;
}
