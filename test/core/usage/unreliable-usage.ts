import { ToolsError, type UsageStore } from "@tools-api/core";

/** Whether a write gets lost before it happens, or only its answer after it did. */
export type Fault = "before" | "after" | null;

/** The writes that can get lost. */
export type UsageWrite = "consume" | "complete" | "refund" | "fence";

/** A store in front of which writes or their answers get lost as `faultOf` says, which is asked for every write. */
export function unreliableUsage(
  store: UsageStore,
  faultOf: (write: UsageWrite) => Fault | Promise<Fault>,
): UsageStore {
  const through =
    <Sent extends unknown[], Answer>(name: UsageWrite, write: (...sent: Sent) => Promise<Answer>) =>
    async (...sent: Sent): Promise<Answer> => {
      const fault = await faultOf(name);
      const lost = new ToolsError("storage_unavailable", `${name}: the answer was lost.`);
      if (fault === "before") throw lost;
      const answer = await write(...sent);
      if (fault === "after") throw lost;
      return answer;
    };
  return {
    ...store,
    consume: through("consume", store.consume),
    complete: through("complete", store.complete),
    refund: through("refund", store.refund),
    fence: through("fence", store.fence),
  };
}
