import { readFileSync } from "node:fs";
import createWabt from "wabt";
import { expect, it } from "vitest";

const core = new URL("../../../packages/core/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, core), "utf8");

it("contains the WebAssembly module that wabt compiles from vector-kernel.wat", async () => {
  const module = (await createWabt()).parseWat("kernel.wat", read("training/vector-kernel.wat"), {
    simd: true,
  });
  const binary = Buffer.from(module.toBinary({}).buffer).toString("base64");
  expect(read("src/text/models/vector-kernel.ts")).toContain(`"${binary}"`);
});
