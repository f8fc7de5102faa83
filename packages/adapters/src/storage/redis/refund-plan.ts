import { dayMs } from "@tools-api/core/internal";
import { bucketMs, type UsageRefund } from "@tools-api/core/storage";
import { bucketField } from "./bucket-record.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/** The refunds of one account in a batch, as the script expects them. Fields and windows are numbered from 1. */
export interface RefundPlan {
  windows: string[];
  fields: string[];
  /** The day of each field. */
  days: number[];
  refunds: { field: number; at: number; windows: number[] }[];
}

/** Plans the refunds of one account, in order. */
export function planRefunds(refunds: readonly UsageRefund[]): RefundPlan {
  const windows = [...new Set(refunds.flatMap((refund) => refund.windows))];
  const fieldOf = ({ at, endpoint }: UsageRefund) =>
    bucketField(requireWhole("at", at), requireWellFormed("endpoint", endpoint));
  const fields = [...new Set(refunds.map(fieldOf))];
  return {
    windows,
    fields,
    days: fields.map((field) => Math.floor((Number.parseInt(field, 10) * bucketMs) / dayMs)),
    refunds: refunds.map((refund) => ({
      field: fields.indexOf(fieldOf(refund)) + 1,
      at: refund.at,
      windows: [...new Set(refund.windows)].map((id) => windows.indexOf(id) + 1),
    })),
  };
}
