export { convertImage, type ConvertedImage } from "./convert.ts";
export { contentTypeOf, type Effort } from "./formats.ts";
export type { ConvertImageOptions, Fit } from "./request.ts";
