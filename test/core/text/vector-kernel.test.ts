import { readFileSync } from "node:fs";
import createWabt from "wabt";
import * as fc from "fast-check";
import { expect, it } from "vitest";
type Sums = (...numbers: number[]) => void;
interface VectorSums {
  addRows: Sums;
  fix: Sums;
  multiply: Sums;
  pool: Sums;
}

const core = new URL("../../../packages/core/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, core), "utf8");

it("contains the WebAssembly module that wabt compiles from vector-kernel.wat", async () => {
  const module = (await createWabt()).parseWat("kernel.wat", read("training/vector-kernel.wat"), {
    simd: true,
  });
  const binary = Buffer.from(module.toBinary({}).buffer).toString("base64");
  expect(read("src/text/models/vector-kernel.ts")).toContain(`"${binary}"`);
});

// The public functions do not show which of the two computed.
const built = (file: string): Promise<unknown> => import(new URL(`dist/text/${file}`, core).href);
const { model } = (await built("models/vector-kernel.js")) as { model: string };
const { createScriptSums } = (await built("network/script-sums.js")) as {
  createScriptSums: (memory: ArrayBuffer) => VectorSums;
};

const compiled = new WebAssembly.Module(Buffer.from(model, "base64"));
const [rowsAt, tableAt, targetAt, otherAt] = [0, 1024, 32_768, 49_152];

/** Writes random content to a memory: addresses of rows, then numbers of any bits, also NaN and infinite ones. */
function fill(memory: ArrayBuffer, content: Uint32Array): void {
  const words = new Uint32Array(memory);
  for (let at = 0; at < words.length; at++) words[at] = content[at % content.length] ?? 0;
  const addresses = new Int32Array(memory, rowsAt, tableAt / 4);
  addresses.forEach((_, at) => (addresses[at] = tableAt + 16 * ((content[at % content.length] ?? 0) % 512)));
}

const runs: Readonly<Record<string, (sums: VectorSums, size: number, factor: number) => void>> = {
  addRows: ({ addRows }, size, factor) =>
    addRows(rowsAt, rowsAt + 4 * size, targetAt, targetAt + 16 * size, factor),
  fix: ({ fix }, size, factor) => fix(tableAt, tableAt + 32 * size, targetAt, factor, -32_768),
  fixRectified: ({ fix }, size, factor) => fix(tableAt, tableAt + 32 * size, targetAt, factor, 0),
  multiply: ({ multiply }, size, factor) =>
    multiply(tableAt, tableAt + 4 * size, tableAt, 32, targetAt, targetAt + 64, factor),
  pool: ({ pool }, size) => pool(rowsAt, rowsAt + 4 * size, tableAt, targetAt, targetAt + 64, otherAt),
};

it.each(Object.entries(runs))(
  "computes %s in JavaScript as in WebAssembly, to the last bit",
  (_name, run) => {
    const words = fc.uint32Array({ minLength: 97, maxLength: 997 });
    const factor = fc.float({ noNaN: true });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 200 }), factor, (content, size, by) => {
        const memory = new WebAssembly.Memory({ initial: 1 });
        const script = new ArrayBuffer(memory.buffer.byteLength);
        for (const buffer of [memory.buffer, script]) fill(buffer, content);
        const { exports } = new WebAssembly.Instance(compiled, { core: { memory } });
        run(exports as unknown as VectorSums, size, by);
        run(createScriptSums(script), size, by);
        for (const at of [targetAt, otherAt]) {
          const [expected, found] = [memory.buffer, script].map(
            (buffer) => new Float32Array(buffer, at, 1024),
          );
          expect(found?.join()).toBe(expected?.join());
        }
      }),
    );
  },
);
