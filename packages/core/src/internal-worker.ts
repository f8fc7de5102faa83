// Names that worker processes load, without a promise of compatibility. The other entries take 0.3 s of CPU time to
// load.
export { toSnakeCase } from "./casing.ts";
export { type ErrorCode, type ParameterError, ToolsError } from "./errors.ts";
