import type { Admission } from "@tools-api/core/storage";

/** Encodes the response of a batch as text, so that a repeated batch gets the same response. */
export function encodeAdmissions(admissions: readonly Admission[]): string {
  return JSON.stringify(
    admissions.map((admission) =>
      admission.outcome === "admitted" && !admission.isRecorded ? admission.used : admission,
    ),
  );
}

/** Decodes the text of {@link encodeAdmissions}. */
export function decodeAdmissions(text: string): Admission[] {
  // Only encodeAdmissions writes this text, so its shape is known.
  const entries = JSON.parse(text) as (number[] | Admission)[];
  return entries.map((entry) => (Array.isArray(entry) ? { outcome: "admitted", used: entry } : entry));
}
