import type { ModelFile } from "../../src/text/model-file.ts";

/** A model as if it had been written and read. */
export function modelOfParts(parts: Readonly<Record<string, Int8Array | Float32Array>>): ModelFile {
  const find = (name: string) => {
    const part = parts[name];
    if (!part) throw new RangeError(`The model has no part ${name}`);
    return part;
  };
  return {
    bytes: (name) => new Uint8Array(find(name).buffer),
    int8: (name) => new Int8Array(find(name).buffer),
    float32: (name) => new Float32Array(find(name).buffer),
    text: (name) => new TextDecoder().decode(new Uint8Array(find(name).buffer)),
  };
}
