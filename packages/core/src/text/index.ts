export { type AnalysisType, analysisTypes, maxTextBytes, TextAnalysisRecord } from "./schema.ts";
export { analyzeText } from "./analyze.ts";
export type { TextAnalysis, TextAnalysisWith } from "./record.ts";
export type { FoundName, SentimentShares, TextEngines } from "./engines.ts";
export type { AnalyzeTextOptions } from "./request.ts";
