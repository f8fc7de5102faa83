import { formStandsAfter, formStandsBefore } from "./characters.ts";
import { hasSocialSecurityContext } from "./context.ts";
import type { PatternMatch } from "./match.ts";

/** Areas 000, 666 and 900–999, group 00 and serial 0000 are never issued: SSA POMS RM 10201.035. */
const issued = new RegExp(
  `(?<!\\p{N}-)${formStandsBefore}((?!000|666|9)\\d{3})([- .]?)((?!00)\\d{2})\\2((?!0000)\\d{4})${formStandsAfter}`,
  "gu",
);

/**
 * Social security numbers of the USA. Other than with hyphens they look like any number, and count only where
 * the text speaks of social security. `normalized` has the hyphens.
 */
export function findUsSsns(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, 1: area, 2: separator, 3: group, 4: serial, index: start } of text.matchAll(
    issued,
  )) {
    const isNamed = hasSocialSecurityContext(text, start);
    if (separator !== "-" && !isNamed) continue;
    const normalized = `${area}-${group}-${serial}`;
    const confidence = isNamed ? 0.99 : 0.9;
    matches.push({ type: "us_ssn", start, end: start + found.length, normalized, confidence });
  }
  return matches;
}
