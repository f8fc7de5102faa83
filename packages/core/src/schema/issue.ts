import type { z } from "zod";

const units: Readonly<Record<string, string>> = {
  string: "characters",
  array: "items",
  set: "items",
  map: "entries",
  file: "bytes",
};

const types: Readonly<Record<string, string>> = {
  int: "a whole number",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

/** Returns the part of a message about a bound: "at least 2 characters". */
function bound(term: string, limit: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit ? `${term} ${limit} ${unit}` : `a number of ${term} ${limit}`;
}

/**
 * Returns the expected value of an issue that zod reports, in the words of our errors.
 *
 * @returns `undefined` for a message that the schema brings.
 */
export function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "custom" || !/^(?:Invalid|Too small|Too big)\b/.test(issue.message)) return undefined;
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? `a ${issue.expected}`;
    case "too_small":
      return bound(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
    case "too_big":
      return bound(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
    case "invalid_value":
      return issue.values
        .map(String)
        .join(", ")
        .replace(/, (?=[^,]*$)/, " or ");
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return issue.format === "regex"
        ? `a string that matches ${issue.pattern}`
        : `a valid ${issue.format.replaceAll("_", " ")}`;
    case "unrecognized_keys":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      break;
  }
  return "one of the documented forms";
}
