import { describeValue, invalidParameters } from "../schemas/validate.ts";

/** The anchor moved by a number of months, in UTC, its day clamped to the month's last. */
function cycleStart(anchor: number, months: number): number {
  const start = new Date(anchor);
  const day = start.getUTCDate();
  start.setUTCMonth(start.getUTCMonth() + months + 1, 0);
  start.setUTCDate(Math.min(day, start.getUTCDate()));
  return start.getTime();
}

function monthOf(instant: number): number {
  const date = new Date(instant);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * The monthly billing cycle that an instant lies in, `start` inclusive and `end` exclusive.
 *
 * Every bound is computed from the anchor, in UTC and clamped to the month's last day, never from the bound
 * before it: from January 31 follow February 28 and March 31.
 *
 * @param anchor The instant from which cycles are counted: epoch milliseconds or RFC 3339.
 * @param now Epoch milliseconds; may lie before the anchor.
 * @returns Epoch milliseconds.
 * @throws ToolsError `invalid_parameter` for an anchor that is not an instant.
 *
 * @example
 * ```ts
 * import { currentCycle } from "@tools-api/core";
 *
 * const { end } = currentCycle("2026-01-31T09:00:00Z", Date.parse("2026-02-10T00:00:00Z"));
 * console.log(new Date(end).toISOString()); // 2026-02-28T09:00:00.000Z
 * ```
 */
export function currentCycle(anchor: number | string, now: number): { start: number; end: number } {
  const instant = new Date(anchor).getTime();
  if (Number.isNaN(instant)) {
    const detail = `expected epoch milliseconds or an RFC 3339 instant, received ${describeValue(anchor)}`;
    throw invalidParameters([{ name: "anchor", detail }]);
  }
  const months = monthOf(now) - monthOf(instant);
  const begun = cycleStart(instant, months) <= now ? months : months - 1;
  return { start: cycleStart(instant, begun), end: cycleStart(instant, begun + 1) };
}
