import type { UsageOutcome } from "@tools-api/core/storage";
import { recordOutcomes, type UsageChanges } from "../lib/usage-changes.ts";
import { bucketField, figures } from "./bucket-record.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/** The outcomes of one account in a batch, as the script expects them. */
export interface CompletePlan {
  fields: string[];
  /** The amounts to add to each field, in the order of {@link figures}. */
  sums: number[][];
}

/** Sums up the outcomes of one account and the last uses of its credentials. */
export function planOutcomes(outcomes: readonly UsageOutcome[]): {
  plan: CompletePlan;
  lastUses: UsageChanges["lastUses"];
} {
  for (const { at, endpoint, bytesIn, bytesOut, durationMs } of outcomes) {
    requireWhole("at", at);
    requireWellFormed("endpoint", endpoint);
    requireWhole("bytesIn", bytesIn);
    requireWhole("bytesOut", bytesOut);
    requireWhole("durationMs in microseconds", Math.round(durationMs * 1000));
  }
  const { buckets, lastUses } = recordOutcomes(outcomes);
  return {
    plan: {
      fields: buckets.map(({ start, endpoint }) => bucketField(start, endpoint)),
      sums: buckets.map((bucket) => figures.map((figure) => bucket[figure])),
    },
    lastUses,
  };
}
