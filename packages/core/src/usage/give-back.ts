import type { Clock, Timer } from "../clock.ts";
import type { UsageBatch, UsageCall, UsageRefund, UsageStore, UsageWindow } from "../storage.ts";
import { isUnanswered } from "./resend.ts";

/** Calls that were answered with an error of ours, and for all that is known are counted all the same. */
export interface KeptUnits {
  calls: readonly Pick<UsageRefund, "account" | "endpoint" | "at">[];
  /** Why they could not be given back. */
  cause: unknown;
}

/** What {@link giveBackLater} is made from. */
export interface GiveBackOptions {
  usage: UsageStore;
  clock: Clock;
  timer: Timer;
  /** Told of what is given up. */
  onKept: (kept: KeptUnits) => void;
}

/** Gives units back in the background while the store does not answer, and goes on until it does. */
export interface GiveBack {
  /** A refund to which the store gave no answer. */
  refund(batch: UsageBatch<UsageRefund>, cause: unknown): void;
  /**
   * An admission to which the store gave no answer. It is sent again until it is answered, which tells what it counted,
   * or counts it at last and makes sure that it is not on its way any more; then that is given back. For that moment
   * the units are taken, so that a caller may be refused the last ones too early, but none is ever admitted too many.
   */
  admission(batch: UsageBatch<UsageCall>, cause: unknown): void;
}

interface Task {
  calls: KeptUnits["calls"];
  /** Epoch milliseconds. */
  at: number;
  /** By the timer. */
  since: number;
  /** Of the last failure. */
  cause: unknown;
  /** May be done any number of times. */
  run(): Promise<void>;
}

/**
 * After that long a unit stays counted. A store knows a batch by its id for an hour: sent again after that it would
 * count twice, so this has to be well below, by the clock as well as by the timer.
 */
const patienceMs = 10 * 60_000;
const shortestPauseMs = 250;
const longestPauseMs = 2_000;

// About 15 MB. An outage with more calls than that keeps the rest counted.
const mostCalls = 50_000;

/** What gives the units of a call back. */
export function refundOf({
  account,
  endpoint,
  at,
  windows,
}: Pick<UsageCall, "account" | "endpoint" | "at"> & { windows: readonly UsageWindow[] }): UsageRefund {
  return { account, endpoint, at, windows: windows.map(({ id }) => id) };
}

/** A queue of what is to be given back, worked off one by one: the store has just been in trouble. */
export function giveBackLater({ usage, clock, timer, onKept }: GiveBackOptions): GiveBack {
  const tasks: Task[] = [];
  let calls = 0;
  let working = false;

  const isOver = ({ at, since }: Task) => Math.max(timer.elapsed() - since, clock.now() - at) > patienceMs;

  /** Tries a task; false where it is worth another try. */
  async function isDone(task: Task): Promise<boolean> {
    // Before the attempt: the host may have slept, or its clock been set, since the last one.
    if (!isOver(task)) {
      try {
        await task.run();
        return true;
      } catch (cause) {
        task.cause = cause;
        if (isUnanswered(cause)) return false;
      }
    }
    onKept({ calls: task.calls, cause: task.cause });
    return true;
  }

  async function work(): Promise<void> {
    working = true;
    let pauseMs = shortestPauseMs;
    for (let task = tasks[0]; task; task = tasks[0]) {
      if (await isDone(task)) {
        tasks.shift();
        calls -= task.calls.length;
        pauseMs = shortestPauseMs;
      } else {
        await timer.sleep(pauseMs);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
    working = false;
  }

  function add(
    { at, items }: UsageBatch<UsageCall | UsageRefund>,
    cause: unknown,
    run: () => Promise<void>,
  ): void {
    if (calls + items.length > mostCalls) {
      onKept({ calls: items, cause });
      return;
    }
    calls += items.length;
    tasks.push({ calls: items, at, since: timer.elapsed(), cause, run });
    if (!working) void work();
  }

  return {
    refund: (batch, cause) => add(batch, cause, () => usage.refund(batch)),
    admission(batch, cause) {
      const id = crypto.randomUUID();
      add(batch, cause, async () => {
        const admissions = await usage.consume(batch);
        const counted = batch.items.filter((_, index) => admissions[index]?.outcome === "admitted");
        if (counted.length > 0) await usage.refund({ id, at: batch.at, items: counted.map(refundOf) });
      });
    },
  };
}
