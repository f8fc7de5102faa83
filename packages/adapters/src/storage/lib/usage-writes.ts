import type { UsageCall, UsageOutcome, UsageRefund, UsageStore } from "@tools-api/core/storage";
import { decodeAdmissions, encodeAdmissions } from "./admissions-text.ts";
import {
  admitCalls,
  pairKey,
  recordOutcomes,
  refundCalls,
  type UsageChanges,
  type UsageState,
} from "./usage-changes.ts";

/** An item of any batch. */
export type UsageItem = UsageCall | UsageOutcome | UsageRefund;

/**
 * Calls `decide`, stores its changes in one step and returns its answer. Returns only the first answer if the key was
 * written before.
 */
export type WriteOnce = (
  key: string,
  items: readonly UsageItem[],
  decide: (state: UsageState) => { answer: string; changes: UsageChanges },
) => string | Promise<string>;

/** Creates the writing methods of a usage store that decides in this process. */
export function usageWrites(writeOnce: WriteOnce): Pick<UsageStore, "consume" | "complete" | "refund"> {
  return {
    async consume({ id, items }) {
      const answer = await writeOnce(pairKey("consume", id), items, (state) => {
        const { admissions, changes } = admitCalls(items, state);
        return { answer: encodeAdmissions(admissions), changes };
      });
      return decodeAdmissions(answer);
    },

    async complete({ id, items }) {
      const decide = () => ({ answer: "", changes: recordOutcomes(items) });
      await writeOnce(pairKey("complete", id), items, decide);
    },

    async refund({ id, items }) {
      const decide = (state: UsageState) => ({ answer: "", changes: refundCalls(items, state) });
      await writeOnce(pairKey("refund", id), items, decide);
    },
  };
}
