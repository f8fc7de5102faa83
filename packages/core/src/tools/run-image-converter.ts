import type { z } from "zod";
import type { ConvertedImage, ImageCodec } from "../image/index.ts";
import { convertWithin } from "../image/convert-within.ts";
import { noDeadline } from "../image/limits.ts";
import { ImageRecord } from "../image/schema.ts";
import { inSnakeCase } from "../schema/validate.ts";
import { toWire } from "../schema/wire.ts";
import { type ImageFields, toConversion } from "./image-request.ts";
import type { RunContext } from "./tool.ts";

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

/** Returns a function that converts the image of a request with these codecs. */
export function runWith(codecs: readonly ImageCodec[]): RunImageConverter {
  return async (request, context) => {
    const converted = await convertWithin(noDeadline, toConversion(request, context), {
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
