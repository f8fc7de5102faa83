import type {
  Admission,
  UsageCall,
  UsageOutcome,
  UsageRefund,
  UsageStore,
  UsageWindow,
} from "../store/storage.ts";
import type { Clock, RetryPolicy, Timer } from "../time.ts";
import { batchWriter } from "./batch-writer.ts";
import { refundQueue, type LostRefunds, toRefund } from "./refund-queue.ts";

/** The dependencies of {@link usageWriter}. */
export interface UsageWriterOptions {
  usage: UsageStore;
  clock: Clock;
  defer: () => Promise<unknown>;
  timer: Timer;
  /** Called with calls that stay counted although their caller got an error. */
  onRefundFailed: (kept: LostRefunds) => void;
}

/** An outcome, and the units and windows to refund if it cannot be recorded. */
interface EndedCall {
  outcome: UsageOutcome;
  windows: readonly UsageWindow[];
  units: number;
}

/**
 * Writes the requests of concurrent callers in batches, and resends a batch if the store does not respond. After it
 * throws, it keeps trying in the background to refund the calls that may have been counted.
 */
export interface UsageWriter {
  consume(call: UsageCall): Promise<Admission>;
  complete(call: EndedCall): Promise<void>;
  refund(refund: UsageRefund): Promise<void>;
}

// A call that waits for its admission has done no work yet, so the client can retry it.
export const admissionRetryPolicy: RetryPolicy = { minMs: 50, maxMs: 300, withinMs: 1000 };
// A completed call has done work that would be lost.
const endRetryPolicy: RetryPolicy = { minMs: 50, maxMs: 1000, withinMs: 6000 };

/** Creates a writer to one shard of a store. */
function partWriter({ usage, onRefundFailed, ...rest }: UsageWriterOptions): UsageWriter {
  const retries = refundQueue({ usage, onRefundFailed, ...rest });
  return {
    consume: batchWriter<UsageCall, Admission>({
      send: (batch) => usage.consume(batch),
      retryPolicy: admissionRetryPolicy,
      onFailure(batch, cause, sent) {
        if (sent) retries.admission(batch, cause);
      },
      ...rest,
    }),
    complete: batchWriter<EndedCall, void>({
      async send(batch) {
        await usage.complete({ ...batch, items: batch.items.map(({ outcome }) => outcome) });
        return batch.items.map(() => undefined);
      },
      retryPolicy: endRetryPolicy,
      onFailure({ at, items }, cause) {
        const refunds = items.map(({ outcome, windows, units }) => toRefund({ ...outcome, windows, units }));
        retries.refund({ id: crypto.randomUUID(), at, items: refunds }, cause);
      },
      ...rest,
    }),
    refund: batchWriter<UsageRefund, void>({
      async send(batch) {
        await usage.refund(batch);
        return batch.items.map(() => undefined);
      },
      retryPolicy: endRetryPolicy,
      onFailure: (batch, cause) => retries.refund(batch, cause),
      ...rest,
    }),
  };
}

/**
 * Creates a writer to a usage store, with a separate writer for each shard that can fail independently. A shard that
 * does not respond delays only the accounts on it.
 */
export function usageWriter(options: UsageWriterOptions): UsageWriter {
  const { usage } = options;
  if (!usage.partitionOf) return partWriter(options);
  // One entry per machine of the engine.
  const writers = new Map<string, UsageWriter>();
  const findWriter = (account: string): UsageWriter => {
    const part = usage.partitionOf?.(account) ?? "";
    const writer = writers.get(part) ?? partWriter(options);
    writers.set(part, writer);
    return writer;
  };
  return {
    consume: (call) => findWriter(call.account).consume(call),
    complete: (call) => findWriter(call.outcome.account).complete(call),
    refund: (refund) => findWriter(refund.account).refund(refund),
  };
}
