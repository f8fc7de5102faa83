import type { z } from "zod";
import type { Camelized } from "../schema/casing.ts";
import type { AnalysisType, TextAnalysisRecord } from "./schema.ts";

/** The result of `analyzeText`: the record of the API with its names in camelCase. */
export type TextAnalysis = Camelized<z.infer<typeof TextAnalysisRecord>>;

/** The field of the record that an analysis fills. */
export type Part<Name extends keyof TextAnalysis> = Exclude<TextAnalysis[Name], undefined>;

/** A value of `analysisType`: `all`, the name of an analysis, names separated by commas, or a list of names. */
export type AnalysisList = string | readonly string[];

/** The names in a comma-separated list, without surrounding white space. */
type NamesInText<List extends string> = List extends `${infer Name},${infer Rest}`
  ? NamesInText<Name> | NamesInText<Rest>
  : List extends ` ${infer Rest}` | `${infer Rest} `
    ? NamesInText<Rest>
    : List;

/** The names in a list; `string` for a list that is known only at run time. */
export type NamesIn<List extends AnalysisList> = NamesInText<
  List extends readonly string[] ? List[number] : List & string
>;

/** Whether the names are known at run time only, as those of a `string` or of an array of any length. */
export type IsOpen<List extends AnalysisList> =
  string extends NamesIn<List>
    ? true
    : List extends readonly string[]
      ? number extends List["length"]
        ? true
        : false
      : false;

/**
 * A value of `analysisType` as it is if all its names are `Name`. Otherwise the names that are expected, so that the
 * compiler says them. A value that is known only at run time is accepted.
 */
export type Checked<List extends AnalysisList, Name extends string> =
  string extends NamesIn<List>
    ? List
    : NamesIn<List> extends Name
      ? List
      : List extends readonly string[]
        ? readonly Name[]
        : Name;

/**
 * The record of the analyses in a list. An analysis that the list names is always present, because `analyzeText` throws
 * if the language does not support it. An analysis that only `all` requests can be missing.
 */
export type TextAnalysisWith<List extends AnalysisList> =
  IsOpen<List> extends true
    ? TextAnalysis
    : TextAnalysis & { [Name in NamesIn<List> & AnalysisType]: Part<Name> };
