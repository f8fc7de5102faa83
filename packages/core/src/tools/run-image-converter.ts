import type { z } from "zod";
import type { ConvertedImage, ImageCodec } from "../image/index.ts";
import { prepareRequest } from "../image/conversion.ts";
import { runConversion } from "../image/index.ts";
import { autoFormats, ImageRecord, type ImageRequest } from "../image/schema.ts";
import { contentType } from "../image/formats.ts";
import { inSnakeCase } from "../schema/validate.ts";
import { toWire } from "../schema/wire.ts";
import type { RunContext, ToolFile } from "./tool.ts";

/** The fields of a conversion with its image. */
export type ImageFields = z.output<typeof ImageRequest> & { image: ToolFile };

/** The result of a conversion: the image, and its record as JSON has it. */
type ImageResult = z.input<typeof ImageRecord> & { image: Uint8Array<ArrayBuffer> };

function toResult({ image, ...record }: ConvertedImage): ImageResult {
  return { image, ...toWire(ImageRecord, record) };
}

/** Converts the image of a request. */
export type RunImageConverter = (
  request: ImageFields,
  context: Pick<RunContext, "accept" | "signal">,
) => Promise<ImageResult | { outputs: ImageResult[] }>;

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

/** Returns a function that converts the image of a request with these codecs. */
export function runWith(codecs: readonly ImageCodec[]): RunImageConverter {
  return async (request, context) => {
    const converted = await runConversion(toConversion(request, context), {
      codecs,
      signal: context.signal,
    }).catch((error: unknown) => {
      throw inSnakeCase(error);
    });
    return "outputs" in converted ? { outputs: converted.outputs.map(toResult) } : toResult(converted);
  };
}

/** Converts the image of a request, without codecs. */
export const run = runWith([]);
