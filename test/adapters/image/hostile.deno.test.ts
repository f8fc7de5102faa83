import { expect, it } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { convertInProcess } from "./convert-process.ts";

it("the codecs return the same images on Deno and on Node", async () => {
  const onNode = await convertInProcess(process.execPath, []);
  expect(await convertInProcess(denoPath(), ["run", "-A", "--quiet"])).toEqual(onNode);
  const refused = onNode.filter(({ digest }) => digest === undefined).map(({ file }) => file);
  expect(refused).toEqual(["large.jxl", "locked.pdf"]);
});
