import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { describe, expect, it } from "vitest";
import { checkHistories } from "./history.ts";

describe("the books of an account", () => {
  it("charge what was shown, the sum of a cycle's pieces and never above its dearest plan, whatever its history", async () => {
    const newStores = () => ({ documents: memoryDocuments(), usage: memoryUsage() });
    await expect(checkHistories(500, newStores)).resolves.toBeUndefined();
  });
});
