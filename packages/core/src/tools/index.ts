export { defineTool, listEndpoints, requireDistinct } from "./define-tool.ts";
export { imageConverter, type ImageConverterOptions } from "./image-converter.ts";
export { textAnalyzer } from "./text-analyzer.ts";
export type {
  BinaryField,
  FileField,
  PoolLimits,
  RunContext,
  Tool,
  ToolDefinition,
  ToolExample,
  ToolFile,
  ToolPool,
  ToolPreset,
  ToolRequest,
  ToolResult,
  ToolResultList,
  ToolTable,
} from "./tool.ts";
