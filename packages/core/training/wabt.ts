import { readFileSync } from "node:fs";
import createWabt from "wabt";

/** Compiles a WebAssembly text file. */
export async function compileText(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const module = (await createWabt()).parseWat("module.wat", readFileSync(file, "utf8"), { simd: true });
  return new Uint8Array(module.toBinary({}).buffer);
}
