/** A billing cycle, `start` inclusive and `end` exclusive, in epoch milliseconds. */
export interface Cycle {
  start: number;
  end: number;
}

/** A plan that stood in a cycle from an instant until the next piece, or the end of the cycle. */
export interface Piece {
  /** A whole cycle's price in the currency's minor unit. */
  price: number;
  /** Epoch milliseconds within the cycle. */
  from: number;
}

function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Whether two instants lie in the same second: what begins and ends in one costs nothing. */
export function isSameSecond(one: number, other: number): boolean {
  return wholeSeconds(one) === wholeSeconds(other);
}

/**
 * What a price amounts to from the start of a cycle to an instant within it: F(p, t) = ⌊p · (t − start) / (end − start)⌋
 * in whole seconds and minor units. As every piece of a cycle is a difference of two such sums, the pieces add up to
 * the price exactly, wherever they are cut.
 *
 * @param price A whole cycle's, in the currency's minor unit: a whole number of at most 10⁸.
 * @param at Epoch milliseconds; outside the cycle its nearest bound.
 *
 * @example
 * ```ts
 * import { accruedPrice } from "@tools-api/core";
 *
 * const cycle = { start: Date.parse("2026-04-01T00:00:00Z"), end: Date.parse("2026-05-01T00:00:00Z") };
 * console.log(accruedPrice(2900, cycle, Date.parse("2026-04-11T00:00:00Z"))); // 966
 * ```
 */
export function accruedPrice(price: number, { start, end }: Cycle, at: number): number {
  const length = wholeSeconds(end) - wholeSeconds(start);
  const elapsed = Math.min(Math.max(wholeSeconds(at) - wholeSeconds(start), 0), length);
  // A product of 10⁸ and the seconds of a month is a whole number that a double holds exactly.
  const rest = (price * elapsed) % length;
  return (price * elapsed - rest) / length;
}

/** What a plan costs from an instant within a cycle to another, or to its end. */
export function priceBetween(price: number, cycle: Cycle, from: number, to: number = cycle.end): number {
  return accruedPrice(price, cycle, to) - accruedPrice(price, cycle, from);
}

/**
 * What the pieces of a cycle cost together: the sum of their prices, and never more than the dearest of them would
 * have cost for the whole cycle, which the roundings of many short pieces can exceed by some minor units.
 *
 * @param pieces In the order of their instants, the first from the start of the cycle. One that another took the place
 *   of in the same second did not stand.
 */
export function cyclePrice(pieces: readonly Piece[], cycle: Cycle): number {
  let sum = 0;
  let dearest = 0;
  for (const [index, { price, from }] of pieces.entries()) {
    const to = pieces[index + 1]?.from ?? cycle.end;
    if (isSameSecond(to, from)) continue;
    sum += priceBetween(price, cycle, from, to);
    dearest = Math.max(dearest, price);
  }
  return Math.min(sum, dearest);
}
