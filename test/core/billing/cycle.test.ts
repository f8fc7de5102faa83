import { currentCycle } from "@tools-api/core/billing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const at = (instant: string) => Date.parse(instant);
const cycleOf = (anchor: string, now: string) => {
  const { start, end } = currentCycle(at(anchor), at(now));
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe("billing cycles", () => {
  it("ends a billing cycle on a short month's last day, and returns to the anchor's day after it", () => {
    expect(cycleOf("2026-01-31T12:00:00Z", "2026-02-01T00:00:00Z")).toEqual([
      "2026-01-31T12:00:00.000Z",
      "2026-02-28T12:00:00.000Z",
    ]);
    expect(cycleOf("2026-01-31T12:00:00Z", "2026-03-01T00:00:00Z")).toEqual([
      "2026-02-28T12:00:00.000Z",
      "2026-03-31T12:00:00.000Z",
    ]);
    expect(cycleOf("2026-01-31T12:00:00Z", "2026-04-30T12:00:00Z")).toEqual([
      "2026-04-30T12:00:00.000Z",
      "2026-05-31T12:00:00.000Z",
    ]);
  });

  it("returns the cycle that contains its instant, without gaps, for any anchor before or after it", () => {
    const instant = fc.integer({ min: at("1970-01-01T00:00:00Z"), max: at("2200-01-01T00:00:00Z") });
    fc.assert(
      fc.property(instant, instant, (anchor, now) => {
        const { start, end } = currentCycle(anchor, now);
        expect(start).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThan(now);
        expect(currentCycle(anchor, end).start).toBe(end);
        expect(currentCycle(anchor, start - 1).end).toBe(start);
        const [from, day] = [new Date(start), new Date(anchor).getUTCDate()];
        const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate();
        expect(from.getUTCDate()).toBe(Math.min(day, lastDay));
        expect(from.toISOString().slice(11)).toBe(new Date(anchor).toISOString().slice(11));
      }),
      { numRuns: 2000 },
    );
  });
});
