import { analyzeText } from "@tools-api/core/text";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

describe("oversized settings", () => {
  it("rejects a megabyte of analyses by its length, without splitting it", async () => {
    const split = vi.spyOn(String.prototype, "split");
    const analysisType = "all,".repeat(250_000);
    await expect(analyzeText("Hello", { analysisType })).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(split.mock.contexts.filter((text) => String(text) === analysisType)).toEqual([]);
  });
});
