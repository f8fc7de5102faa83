import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { killAt, moments, operations } from "./kill-rounds.ts";

describe("files after kill -9 while their secrets are rotated", () => {
  // Some operations at some writes. `file-kills` of test/bench takes all of them.
  it("read whole if acknowledged, are not listed if half-written, and leave no byte a minute after they expire", async () => {
    const killed = fc.asyncProperty(
      fc.record({
        operation: fc.constantFrom(...operations),
        write: fc.integer({ min: 1, max: 5 }),
        moment: fc.constantFrom(...moments),
      }),
      async (death) => {
        await killAt(death);
      },
    );
    await expect(
      fc.assert(killed, { numRuns: isWhole ? 60 : 4, endOnFailure: true }),
    ).resolves.toBeUndefined();
  });
});
