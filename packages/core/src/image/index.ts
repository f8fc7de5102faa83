export { convertImage } from "./convert.ts";
export type {
  ConvertedImage,
  ConvertImageOptions,
  Fit,
  ImageExecutor,
  ImageJob,
  JobLimits,
  PlainImageOptions,
} from "./options.ts";
export type {
  CodecEncoding,
  CodecHeader,
  CodecInput,
  Decoded,
  ImageCodec,
  MetadataKind,
  Pixels,
} from "./codec.ts";
export { autoFormats, type Effort, maximumImageBytes, type OutputFormat, outputFormats } from "./schema.ts";
