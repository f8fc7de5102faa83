export { convertImage, type ConvertedImage } from "./convert.ts";
export { contentTypeOf, type Effort } from "./formats.ts";
export type { ConvertImageOptions, Fit, PlainImageOptions } from "./request.ts";
export type {
  CodecEncoding,
  CodecHeader,
  CodecInput,
  Decoded,
  ImageCodec,
  MetadataKind,
  Pixels,
} from "./codec.ts";
export type { ImageExecutor, ImageJob, JobLimits } from "./executor.ts";
export { autoFormats, maximumImageBytes, type OutputFormat, outputFormats } from "./schema.ts";
