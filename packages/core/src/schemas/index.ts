export * from "./account.ts";
export * from "./image.ts";
export * from "./profile.ts";
export * from "./text.ts";
export * from "./usage.ts";
export {
  describeValue,
  invalidParameters,
  parameter,
  pointerTo,
  validate,
  validateOptions,
} from "./validate.ts";
