import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { describe, expect, it } from "vitest";
import { checkHistories } from "./history.ts";

describe("billing histories", () => {
  it("charges what quotes showed, and each cycle the sum of its segments up to its highest plan price, for any history", async () => {
    const newStores = () => ({ documents: memoryDocuments(), usage: memoryUsage() });
    await expect(checkHistories(500, newStores)).resolves.toBeUndefined();
  });
});
