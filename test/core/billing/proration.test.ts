import { accruedPrice, cyclePrice, priceBetween } from "@tools-api/core/billing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedPrice } from "./books.ts";

const seconds = (count: number) => count * 1000;
const cycle = { start: 0, end: seconds(100) };

describe("proration", () => {
  it("splits the price of a cycle into parts that add up to it, wherever the cycle is cut", () => {
    const price = fc.integer({ min: 0, max: 100_000_000 });
    const cuts = fc.array(fc.integer({ min: 0, max: 2_678_400_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(price, cuts, fc.integer({ min: 1, max: 2_678_400 }), (whole, instants, length) => {
        const span = { start: 250, end: 250 + seconds(length) };
        const bounds = [span.start, ...instants.map((at) => Math.min(at, span.end)), span.end];
        const sorted = bounds.toSorted((a, b) => a - b);
        const pieces = sorted.slice(1).map((to, index) => priceBetween(whole, span, sorted[index] ?? 0, to));
        expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(whole);
        expect(Math.min(...pieces)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  it("rounds down to whole minor units and whole seconds", () => {
    expect(accruedPrice(2900, cycle, seconds(33) + 999)).toBe(957);
    expect(accruedPrice(1, cycle, seconds(99))).toBe(0);
    expect(accruedPrice(1, cycle, seconds(100))).toBe(1);
  });

  it("matches a model with integers of any size, and ignores a plan that lasted less than a whole second", () => {
    const piece = fc.record({
      price: fc.integer({ min: 0, max: 30 }),
      from: fc.integer({ min: 0, max: 99_999 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (drawn) => {
        const [first, ...rest] = drawn.toSorted((a, b) => a.from - b.from);
        const pieces = [{ price: first?.price ?? 0, from: 0 }, ...rest];
        const price = cyclePrice(pieces, cycle);
        expect(price).toBe(expectedPrice({ ...cycle, pieces }));
        expect(price).toBeLessThanOrEqual(Math.max(...pieces.map((each) => each.price)));
      }),
      { numRuns: 3000 },
    );
  });
});
