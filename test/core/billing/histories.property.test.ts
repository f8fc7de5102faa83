import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkHistory, histories } from "./history.ts";

describe("the books of an account", () => {
  it("charge what was shown, the sum of a cycle's pieces and never above its dearest plan, whatever its history", async () => {
    const checked = fc.assert(
      fc.asyncProperty(histories, (history) =>
        checkHistory({ documents: memoryDocuments(), usage: memoryUsage() }, history),
      ),
      { numRuns: Number(process.env["HISTORIES"] ?? 1500) },
    );
    await expect(checked).resolves.toBeUndefined();
  });
});
