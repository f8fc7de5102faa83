import { formStandsAfter, formStandsBefore } from "./characters.ts";
import { hasSocialSecurityContext, isLabelledAsThing } from "./context.ts";
import type { PatternMatch } from "./match.ts";

/** The SSA never issues areas 000, 666 and 900–999, group 00 and serial 0000: SSA POMS RM 10201.035. */
const issued = new RegExp(
  `(?<!\\p{N}-)${formStandsBefore}((?!000|666|9)\\d{3})([- .]?)((?!00)\\d{2})\\2((?!0000)\\d{4})${formStandsAfter}`,
  "gu",
);

/**
 * Finds social security numbers of the USA. Without hyphens they look like other numbers, and count only if the text
 * mentions social security. `normalized` has the hyphens.
 */
export function findUsSsns(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, 1: area, 2: separator, 3: group, 4: serial, index: start } of text.matchAll(
    issued,
  )) {
    const isNamed = hasSocialSecurityContext(text, start);
    if (!isNamed && (separator !== "-" || isLabelledAsThing(text, start))) continue;
    const normalized = `${area}-${group}-${serial}`;
    const confidence = isNamed ? 0.99 : 0.9;
    matches.push({ type: "us_ssn", start, end: start + found.length, normalized, confidence });
  }
  return matches;
}
