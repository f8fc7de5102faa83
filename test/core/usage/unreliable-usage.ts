import { ToolsError, type UsageStore } from "@tools-api/core";

/** Whether a write is lost before it happens, or only its answer after it happened. */
export type Fault = "before" | "after" | null;

/** The writes that can be lost. */
export type UsageWrite = "consume" | "complete" | "refund" | "fence";

/** Wraps a store so that it loses writes or their answers. `faultOf` decides for every write. */
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
