export { checkConversion, type Conversion, type ConversionSet } from "./conversion.ts";
export { convertImage, runConversion } from "./convert.ts";
export type {
  ConvertedImage,
  ConvertedImages,
  ConvertImageOptions,
  ConvertSetOptions,
  ConversionOptions,
  JobLimits,
  OutputOptions,
  RunOptions,
  SetOptions,
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
  ImageRequest,
  maxImageBytes,
  type OutputFormat,
  outputFormats,
} from "./schema.ts";
export { contentType } from "./formats.ts";
