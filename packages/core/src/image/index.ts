export { checkConversion, type Conversion } from "./conversion.ts";
export { convertImage, runConversion } from "./convert.ts";
export type {
  ConvertedImage,
  ConvertImageOptions,
  ConversionOptions,
  JobLimits,
  RunOptions,
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
export {
  autoFormats,
  type Effort,
  type Fit,
  ImageOptions,
  ImageRecord,
  maxImageBytes,
  type OutputFormat,
  outputFormats,
} from "./schema.ts";
export { contentType } from "./formats.ts";
