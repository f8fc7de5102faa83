import type { Clock, Timer } from "../clock.ts";
import type { Admission, UsageCall, UsageOutcome, UsageRefund, UsageStore, UsageWindow } from "../storage.ts";
import { batchWriter } from "./batch-writer.ts";
import { giveBackLater, type KeptUnits, refundOf } from "./give-back.ts";
import type { Patience } from "./resend.ts";

/** What {@link usageWriter} is made from. */
export interface UsageWriterOptions {
  usage: UsageStore;
  clock: Clock;
  defer: () => Promise<unknown>;
  timer: Timer;
  /** Told of calls that stay counted although their caller got an error. */
  onKept: (kept: KeptUnits) => void;
}

/** An outcome, and what to give back should it not be recorded. */
interface EndedCall {
  outcome: UsageOutcome;
  windows: readonly UsageWindow[];
}

/**
 * Writes what concurrent callers bring in batches, and sends a batch again that was not answered. Where it throws, it
 * goes on in the background to give back what may have been counted.
 */
export interface UsageWriter {
  consume(call: UsageCall): Promise<Admission>;
  complete(call: EndedCall): Promise<void>;
  refund(refund: UsageRefund): Promise<void>;
}

// A caller waits for its admission with nothing done yet, and can as well come back.
export const admissionPatience: Patience = { pausesMs: [50, 150, 300], withinMs: 1000 };
// Behind an outcome stands work that would be lost.
const endPatience: Patience = { pausesMs: [50, 150, 300, 500, 1000, 1000, 1000, 1000], withinMs: 6000 };

/** A writer to one part of a store. */
function partWriter({ usage, onKept, ...rest }: UsageWriterOptions): UsageWriter {
  const giveBack = giveBackLater({ usage, onKept, ...rest });
  return {
    consume: batchWriter<UsageCall, Admission>({
      send: (batch) => usage.consume(batch),
      patience: admissionPatience,
      onFailure(batch, cause, sent) {
        if (sent) giveBack.admission(batch, cause);
      },
      ...rest,
    }),
    complete: batchWriter<EndedCall, void>({
      async send(batch) {
        await usage.complete({ ...batch, items: batch.items.map(({ outcome }) => outcome) });
        return batch.items.map(() => undefined);
      },
      patience: endPatience,
      onFailure({ at, items }, cause) {
        const refunds = items.map(({ outcome, windows }) => refundOf({ ...outcome, windows }));
        giveBack.refund({ id: crypto.randomUUID(), at, items: refunds }, cause);
      },
      ...rest,
    }),
    refund: batchWriter<UsageRefund, void>({
      async send(batch) {
        await usage.refund(batch);
        return batch.items.map(() => undefined);
      },
      patience: endPatience,
      onFailure: (batch, cause) => giveBack.refund(batch, cause),
      ...rest,
    }),
  };
}

/**
 * A writer to a usage store, or one to each part that can fail on its own: so a part that does not answer holds up the
 * accounts that lie on it, and no others.
 */
export function usageWriter(options: UsageWriterOptions): UsageWriter {
  const { usage } = options;
  if (!usage.partOf) return partWriter(options);
  // As many as an engine has machines.
  const writers = new Map<string, UsageWriter>();
  const writerOf = (account: string): UsageWriter => {
    const part = usage.partOf?.(account) ?? "";
    const writer = writers.get(part) ?? partWriter(options);
    writers.set(part, writer);
    return writer;
  };
  return {
    consume: (call) => writerOf(call.account).consume(call),
    complete: (call) => writerOf(call.outcome.account).complete(call),
    refund: (refund) => writerOf(refund.account).refund(refund),
  };
}
