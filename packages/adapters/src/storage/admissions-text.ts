import type { Admission } from "@tools-api/core";

/** The answer of a batch as text, to be given again when the batch comes again. */
export function encodeAdmissions(admissions: readonly Admission[]): string {
  return JSON.stringify(
    admissions.map((admission) => (admission.outcome === "admitted" ? admission.used : admission)),
  );
}

/** The answer that {@link encodeAdmissions} wrote. */
export function decodeAdmissions(text: string): Admission[] {
  // Only encodeAdmissions writes this text, so its shape is known.
  const entries = JSON.parse(text) as (number[] | Admission)[];
  return entries.map((entry) => (Array.isArray(entry) ? { outcome: "admitted", used: entry } : entry));
}
