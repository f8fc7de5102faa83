import type { z } from "zod";
import type { Camelized } from "../schema/casing.ts";
import type { AnalysisType, TextAnalysisRecord } from "./schema.ts";

/** The result of `analyzeText`: the record of the API with its names in camelCase. */
export type TextAnalysis = Camelized<z.infer<typeof TextAnalysisRecord>>;

/** The field of the record that an analysis fills. */
export type Part<Name extends keyof TextAnalysis> = Exclude<TextAnalysis[Name], undefined>;

/** The names in a comma-separated list, without surrounding white space. */
type NamesIn<List extends string> = List extends `${infer Name},${infer Rest}`
  ? NamesIn<Name> | NamesIn<Rest>
  : List extends ` ${infer Rest}` | `${infer Rest} `
    ? NamesIn<Rest>
    : List;

/**
 * A value of `analysisType`: `all`, an analysis, or several separated by commas. A literal with an unknown name becomes
 * `never`, so that a misspelled name does not compile. A `string` that is known only at run time is accepted.
 */
export type AnalysisList<List extends string> = string extends List
  ? List
  : NamesIn<List> extends AnalysisType | "all"
    ? List
    : never;

/**
 * The record of the analyses in a list. An analysis that the list names is always present, because `analyzeText` throws
 * if the language does not support it. An analysis that only `all` requests can be missing.
 */
export type TextAnalysisWith<List extends string> = string extends List
  ? TextAnalysis
  : TextAnalysis & { [Name in NamesIn<List> & AnalysisType]: Part<Name> };
