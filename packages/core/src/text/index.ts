export { type AnalysisType, analysisTypes, maxTextBytes } from "./schema.ts";
export { analyzeText } from "./analyze.ts";
export type { TextAnalysis, TextAnalysisWith } from "./record.ts";
export type { AnalyzeTextOptions } from "./request.ts";
