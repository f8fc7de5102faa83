import { analyzeText } from "@tools-api/core/text";
import { expect, it, vi } from "vitest";
import { warmTexts } from "../../packages/server/src/warm-texts.ts";

it("a server that has started loads no model in a call, also where the language is detected", async () => {
  await warmTexts();
  const decode = vi.spyOn(globalThis, "atob");
  await analyzeText("The weather was so nice that we had lunch in the garden.", {
    analysisType: "all,syntax",
  });
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});
