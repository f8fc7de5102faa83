import type { Cycle } from "./proration.ts";

/** Returns the anchor moved by a number of months in UTC. Its day is clamped to the last day of the month. */
function cycleStart(anchor: number, months: number): number {
  const start = new Date(anchor);
  const day = start.getUTCDate();
  start.setUTCMonth(start.getUTCMonth() + months + 1, 0);
  start.setUTCDate(Math.min(day, start.getUTCDate()));
  return start.getTime();
}

function monthsSinceYear0(instant: number): number {
  const date = new Date(instant);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Returns the monthly billing cycle that contains an instant, `start` inclusive and `end` exclusive.
 *
 * Every bound is computed from the anchor, in UTC, and clamped to the last day of the month. It is never computed from
 * the previous bound, so January 31 is followed by February 28 and then March 31.
 *
 * @param anchor The instant from which cycles are counted, in epoch milliseconds.
 * @param now Epoch milliseconds; can be before the anchor.
 *
 * @example
 * ```ts
 * import { currentCycle } from "@tools-api/core/billing";
 *
 * const anchor = Date.parse("2026-01-31T09:00:00Z");
 * const { end } = currentCycle(anchor, Date.parse("2026-02-10T00:00:00Z"));
 * console.log(new Date(end).toISOString()); // 2026-02-28T09:00:00.000Z
 * ```
 */
export function currentCycle(anchor: number, now: number): Cycle {
  const months = monthsSinceYear0(now) - monthsSinceYear0(anchor);
  const begun = cycleStart(anchor, months) <= now ? months : months - 1;
  return { start: cycleStart(anchor, begun), end: cycleStart(anchor, begun + 1) };
}
