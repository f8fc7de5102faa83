export { type AnalysisType, analysisTypes, maxTextBytes, TextAnalysisRecord } from "./schema.ts";
export { analyzeText } from "./analyze.ts";
export type { AnalysisList, Checked, IsOpen, NamesIn, TextAnalysis, TextAnalysisWith } from "./record.ts";
export type { FoundName, SentimentShares, TextEngines } from "./engines.ts";
export type { AnalyzeTextOptions } from "./request.ts";
