import type { BinaryField } from "@tools-api/core/tools";

/** Returns the header field with the record of a response that is bytes. */
export function resultHeader({ header = "X-Result" }: Pick<BinaryField, "header">): string {
  return header;
}
