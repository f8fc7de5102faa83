import { analyzeText } from "@tools-api/core/text";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

describe("settings that are too long", () => {
  it("are refused by their length and not split: a megabyte of analyses", async () => {
    const split = vi.spyOn(String.prototype, "split");
    const analysisType = "all,".repeat(250_000);
    await expect(analyzeText("Hello", { analysisType })).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(split.mock.contexts.filter((text) => String(text) === analysisType)).toEqual([]);
  });
});
