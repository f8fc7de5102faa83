import { dayMs } from "@tools-api/core/internal/time";
import { bucketMs, type UsageOutcome, type UsageRefund } from "@tools-api/core/storage";
import type { UsageChanges } from "../../lib/change-set.ts";
import { recordOutcomes } from "../../lib/usage-changes.ts";
import { bucketField, countNames } from "../schema.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/** The outcomes of one account in a batch, as the script expects them. */
export interface CompletePlan {
  fields: string[];
  /** The amounts to add to each field, in the order of {@link countNames}. */
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
      sums: buckets.map((bucket) => countNames.map((name) => bucket[name])),
    },
    lastUses,
  };
}

/** The refunds of one account in a batch, as the script expects them. Fields and windows are numbered from 1. */
export interface RefundPlan {
  windows: string[];
  fields: string[];
  /** The day of each field. */
  days: number[];
  refunds: { field: number; at: number; units: number; windows: number[] }[];
}

/** Plans the refunds of one account, in order. */
export function planRefunds(refunds: readonly UsageRefund[]): RefundPlan {
  const windows = [...new Set(refunds.flatMap((refund) => refund.windows))];
  const refundField = ({ at, endpoint }: UsageRefund) =>
    bucketField(requireWhole("at", at), requireWellFormed("endpoint", endpoint));
  const fields = [...new Set(refunds.map(refundField))];
  return {
    windows,
    fields,
    days: fields.map((field) => Math.floor((Number.parseInt(field, 10) * bucketMs) / dayMs)),
    refunds: refunds.map((refund) => ({
      field: fields.indexOf(refundField(refund)) + 1,
      at: refund.at,
      units: requireWhole("units", refund.units ?? 1),
      windows: [...new Set(refund.windows)].map((id) => windows.indexOf(id) + 1),
    })),
  };
}
