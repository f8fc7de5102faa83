import type { UsageBatch, UsageCall, UsageRefund, UsageStore, UsageWindow } from "../store/storage.ts";
import { type Clock, minuteMs, pauseAfter, type Timer } from "../time.ts";
import { isUnanswered } from "./batch-writer.ts";

/** Refunds that failed permanently: the calls failed with a server error but may still be counted. */
export interface LostRefunds {
  calls: readonly Pick<UsageRefund, "account" | "endpoint" | "at">[];
  /** The reason for which they could not be refunded. */
  cause: unknown;
}

/** The dependencies of {@link refundQueue}. */
export interface RefundQueueOptions {
  usage: UsageStore;
  clock: Clock;
  timer: Timer;
  /** Called with refunds that are given up. */
  onRefundFailed: (kept: LostRefunds) => void;
}

/** A background queue of refunds, which are retried until the store responds. */
export interface RefundQueue {
  /** Queues a refund after the store did not respond. */
  refund(batch: UsageBatch<UsageRefund>, cause: unknown): void;
  /**
   * Queues an admission after the store did not respond. It is sent again with the same id until the store responds.
   * The response tells which calls it counted, now or before, and those are refunded. Meanwhile their units are in use.
   * A caller may be refused too early, but is never admitted beyond its limit.
   */
  admission(batch: UsageBatch<UsageCall>, cause: unknown): void;
}

interface Task {
  calls: LostRefunds["calls"];
  /** Epoch milliseconds. */
  at: number;
  /** By the timer. */
  since: number;
  /** The cause of the last failure. */
  cause: unknown;
  /** Idempotent. */
  run(): Promise<void>;
}

/**
 * The age at which a refund is given up and the unit stays counted. A store remembers the id of a batch for an hour. A
 * batch sent later would count twice, so this has to be well below an hour, by the clock and by the timer.
 */
const maxAgeMs = 10 * minuteMs;
const backoff = { minMs: 250, maxMs: 2_000 };

// About 15 MB. In an outage with more failed calls, the others stay counted.
const maxCalls = 50_000;

/** Returns the refund of a call. */
export function toRefund({
  account,
  endpoint,
  at,
  windows,
  units,
}: Pick<UsageCall, "account" | "endpoint" | "at" | "units"> & {
  windows: readonly UsageWindow[];
}): UsageRefund {
  return { account, endpoint, at, windows: windows.map(({ id }) => id), units };
}

function withoutOutcome({ account, endpoint, at, windows, units, fences }: UsageCall): UsageCall {
  return { account, endpoint, at, windows, units, fences };
}

/** Creates the queue of refunds. It retries one batch at a time, because the store has just been in trouble. */
export function refundQueue({ usage, clock, timer, onRefundFailed }: RefundQueueOptions): RefundQueue {
  const tasks: Task[] = [];
  let calls = 0;
  let working = false;

  const isOver = ({ at, since }: Task) => Math.max(timer.elapsed() - since, clock.now() - at) > maxAgeMs;

  /** Attempts a task. Returns false if it should be retried. */
  async function attempt(task: Task): Promise<boolean> {
    // Checked before the attempt: the host may have slept, or its clock may have changed, since the last attempt.
    if (!isOver(task)) {
      try {
        await task.run();
        return true;
      } catch (cause) {
        task.cause = cause;
        if (isUnanswered(cause)) return false;
      }
    }
    onRefundFailed({ calls: task.calls, cause: task.cause });
    return true;
  }

  async function work(): Promise<void> {
    working = true;
    let failures = 0;
    for (let task = tasks[0]; task; task = tasks[0]) {
      if (await attempt(task)) {
        tasks.shift();
        calls -= task.calls.length;
        failures = 0;
      } else {
        failures += 1;
        await timer.sleep(pauseAfter(failures, backoff));
      }
    }
    working = false;
  }

  function add(
    { at, items }: UsageBatch<UsageCall | UsageRefund>,
    cause: unknown,
    run: () => Promise<void>,
  ): void {
    if (calls + items.length > maxCalls) {
      onRefundFailed({ calls: items, cause });
      return;
    }
    calls += items.length;
    tasks.push({ calls: items, at, since: timer.elapsed(), cause, run });
    if (!working) void work();
  }

  return {
    refund: (batch, cause) => add(batch, cause, () => usage.refund(batch)),
    admission(sent, cause) {
      const id = crypto.randomUUID();
      // The calls have failed, whatever outcome they had.
      const batch = { ...sent, items: sent.items.map(withoutOutcome) };
      add(batch, cause, async () => {
        const admissions = await usage.consume(batch);
        const counted = batch.items.filter((_, index) => admissions[index]?.outcome === "admitted");
        if (counted.length > 0) await usage.refund({ id, at: batch.at, items: counted.map(toRefund) });
      });
    },
  };
}
