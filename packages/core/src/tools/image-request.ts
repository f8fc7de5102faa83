import type { z } from "zod";
import { prepareRequest } from "../image/conversion.ts";
import { contentType } from "../image/formats.ts";
import { autoFormats, type ImageRequest } from "../image/schema.ts";
import { inSnakeCase } from "../schema/validate.ts";
import type { RunContext, ToolFile } from "./tool.ts";

/** The fields of a conversion with its image. */
export type ImageFields = z.output<typeof ImageRequest> & { image: ToolFile };

/**
 * Returns the checked conversion of a request, or those of several results.
 *
 * @throws ToolsError as `checkConversion`, with the names of the request.
 */
export function toConversion({ image, ...fields }: ImageFields, { accept }: Pick<RunContext, "accept">) {
  const allowed = autoFormats.filter((format) => accept.includes(contentType(format)));
  try {
    return prepareRequest(image.bytes, { ...fields, accept: allowed.length > 0 ? allowed : undefined });
  } catch (error) {
    throw inSnakeCase(error);
  }
}
