import type { PlanName } from "../identity/account-terms.ts";
import type { NewLine, Subscription } from "./documents.ts";

/** A billing cycle, `start` inclusive and `end` exclusive, in epoch milliseconds. */
export interface Cycle {
  start: number;
  end: number;
}

/** A segment of a cycle on one plan. It ends at the next segment or at the end of the cycle. */
export interface Segment {
  /** The price of a whole cycle, in the currency's minor unit. */
  price: number;
  /** Epoch milliseconds within the cycle. */
  from: number;
  /** The least cost of the segment, by the calls that were made in it. Default: none. */
  minimum?: number | undefined;
}

function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Returns whether two instants are in the same second. A segment within one second costs nothing. */
function isSameSecond(one: number, other: number): boolean {
  return wholeSeconds(one) === wholeSeconds(other);
}

/**
 * Returns the share of a price from the start of a cycle to an instant within it, in minor units: F(p, t) = ⌊p · (t −
 * start) / (end − start)⌋, with times in whole seconds. The price of a segment is the difference of two such shares, so
 * the segments always add up to exactly the price.
 *
 * @param price The price of a whole cycle in the currency's minor unit: an integer of at most 10⁸.
 * @param at Epoch milliseconds. An instant outside the cycle counts as its nearest bound.
 *
 * @example
 * ```ts
 * import { accruedPrice } from "@tools-api/core/billing";
 *
 * const cycle = { start: Date.parse("2026-04-01T00:00:00Z"), end: Date.parse("2026-05-01T00:00:00Z") };
 * console.log(accruedPrice(2900, cycle, Date.parse("2026-04-11T00:00:00Z"))); // 966
 * ```
 */
export function accruedPrice(price: number, { start, end }: Cycle, at: number): number {
  const length = wholeSeconds(end) - wholeSeconds(start);
  const elapsed = Math.min(Math.max(wholeSeconds(at) - wholeSeconds(start), 0), length);
  // The product of 10⁸ and the seconds of a month is an integer that a double represents exactly.
  const rest = (price * elapsed) % length;
  return (price * elapsed - rest) / length;
}

/**
 * Returns the cost of a plan between two instants of a cycle. `to` defaults to the end of the cycle.
 *
 * @example
 * ```ts
 * import { priceBetween } from "@tools-api/core/billing";
 *
 * const cycle = { start: Date.parse("2026-04-01T00:00:00Z"), end: Date.parse("2026-05-01T00:00:00Z") };
 * console.log(priceBetween(3000, cycle, Date.parse("2026-04-16T00:00:00Z"))); // 1500
 * ```
 */
export function priceBetween(price: number, cycle: Cycle, from: number, to: number = cycle.end): number {
  return accruedPrice(price, cycle, to) - accruedPrice(price, cycle, from);
}

/** Returns the cost of a segment up to `to`: its share of the price or its minimum, but not more than if it continued. */
function segmentPrice({ price, from, minimum = 0 }: Segment, cycle: Cycle, to: number): number {
  return Math.max(priceBetween(price, cycle, from, to), Math.min(minimum, priceBetween(price, cycle, from)));
}

/**
 * Returns the cost of all segments of a cycle: the sum of their prices, capped at the full price of the most expensive
 * one. Without the cap, the roundings of many short segments could exceed it by a few minor units.
 *
 * @param segments Ordered by `from`, the first at the start of the cycle. A segment that was replaced within the same
 *   second costs nothing.
 *
 * @example
 * ```ts
 * import { cyclePrice } from "@tools-api/core/billing";
 *
 * const cycle = { start: Date.parse("2026-04-01T00:00:00Z"), end: Date.parse("2026-05-01T00:00:00Z") };
 * const upgrade = { price: 3000, from: Date.parse("2026-04-16T00:00:00Z") };
 * console.log(cyclePrice([{ price: 0, from: cycle.start }, upgrade], cycle)); // 1500
 * ```
 */
export function cyclePrice(segments: readonly Segment[], cycle: Cycle): number {
  let sum = 0;
  let highest = 0;
  for (const [index, segment] of segments.entries()) {
    const { price, from } = segment;
    const to = segments[index + 1]?.from ?? cycle.end;
    if (isSameSecond(to, from)) continue;
    sum += segmentPrice(segment, cycle, to);
    highest = Math.max(highest, price);
  }
  return Math.min(sum, highest);
}

/**
 * Returns the segments of a cycle after a plan change, and its lines: a credit for the rest of the old plan, a charge
 * for the calls that the elapsed time does not pay, a charge for the rest of the new plan, and a rounding line if the
 * cycle would cost more than its most expensive plan.
 *
 * @param change The new plan with its price, and the least cost of the old segment by its calls. Default: none.
 * @param at An instant of the last segment.
 */
export function prorateChange(
  { pieces, cycle }: Pick<Subscription, "pieces" | "cycle">,
  { plan, price, minimum = 0 }: { plan: PlanName; price: number; minimum?: number | undefined },
  at: number,
): Pick<Subscription, "pieces"> & { lines: NewLine[] } {
  const left = pieces.at(-1);
  // A plan that was active for less than a second costs nothing.
  const isBrief = left !== undefined && isSameSecond(left.from, at);
  const used = left && !isBrief && minimum > 0 ? { ...left, minimum } : left;
  const before = isBrief ? pieces.slice(0, -1) : used ? [...pieces.slice(0, -1), used] : pieces;
  const after = [...before, { plan, price, from: at }];
  const span = { from: at, to: cycle.end };
  const lines: NewLine[] = [];
  if (left && left.price > 0)
    // Subtraction avoids a negative zero.
    lines.push({ kind: "credit", ...left, ...span, amount: 0 - priceBetween(left.price, cycle, at) });
  const use = used ? segmentPrice(used, cycle, at) - priceBetween(used.price, cycle, used.from, at) : 0;
  if (left && use > 0) lines.push({ kind: "use", plan: left.plan, ...span, price: null, amount: use });
  if (price > 0) lines.push({ kind: "charge", plan, ...span, price, amount: priceBetween(price, cycle, at) });
  const posted = lines.reduce((sum, { amount }) => sum + amount, 0);
  const rounding = cyclePrice(after, cycle) - cyclePrice(pieces, cycle) - posted;
  if (rounding !== 0) lines.push({ kind: "rounding", plan, ...span, price: null, amount: rounding });
  return { pieces: after, lines };
}
