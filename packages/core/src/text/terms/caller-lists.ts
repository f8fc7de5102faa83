import type { TermType } from "../schema.ts";
import { checkRecordSpans } from "../span-limit.ts";
import { clusterWidener, wholeSpans } from "./clusters.ts";
import { type CallerFind, type Term, termFinder } from "./find-terms.ts";
import { patternFinders, type TextPattern } from "./patterns.ts";

/** The words and patterns that a caller brings. */
export interface CallerLists {
  terms: readonly Term<TermType>[];
  /** Values that are always personal. */
  piiDeny: readonly string[];
  patterns: readonly TextPattern<TermType>[];
}

/** The finds of the lists of a caller. Those of each list are sorted, without overlaps, and of whole grapheme clusters. */
export interface CallerFinds {
  denied: readonly CallerFind<"custom">[];
  /** Those of the terms, then those of each pattern. Earlier lists take precedence. */
  listed: readonly (readonly CallerFind<TermType>[])[];
}

/** The finds of a call without lists. */
export const noFinds: CallerFinds = { denied: [], listed: [] };

/**
 * Prepares the lists of a caller, and returns the function that finds them in a text.
 *
 * @throws ToolsError `invalid_parameter` that names a pattern; the function throws `processing_limit` for more finds
 *   than a record can have.
 */
export async function readCallerLists(lists: CallerLists): Promise<(text: string) => CallerFinds> {
  const { terms, piiDeny, patterns } = lists;
  const findDenied = termFinder(piiDeny.map((text) => ({ text, type: "custom" as const })));
  const finders = [termFinder(terms), ...(await patternFinders(patterns))];
  return (text) => {
    const widen = clusterWidener(text);
    let count = 0;
    const read = <Type>(find: (text: string) => CallerFind<Type>[]) => {
      const finds = wholeSpans(find(text), widen);
      count += finds.length;
      checkRecordSpans(count);
      return finds;
    };
    return { denied: read(findDenied), listed: finders.map(read<TermType>) };
  };
}
