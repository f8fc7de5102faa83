import { expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { codecFixtures, convertInProcess } from "./convert-process.ts";

const refusals = new Set(["invalid_image", "image_too_large", "processing_limit"]);
const leaks = /magick|vips|\/tmp|\/work|node_modules|error\//i;

it("the codecs convert or reject damaged files, and handle the next ones normally", async () => {
  const damages = isWhole ? 25 : 5;
  const outcomes = await convertInProcess(process.execPath, [], damages);
  expect(outcomes).toHaveLength(codecFixtures.length * damages);
  const unexpected = outcomes.filter(
    ({ digest, name, code = "", message = "" }) =>
      leaks.test(message) || (digest === undefined && (name !== "ToolsError" || !refusals.has(code))),
  );
  expect(unexpected).toEqual([]);
  expect(outcomes.some(({ digest }) => digest !== undefined)).toBe(true);
});
