import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

/** The parts of a model by name. Text is stored as UTF-8. */
export type ModelParts = Readonly<Record<string, Uint8Array | Int8Array | Float32Array | string>>;

function bytesOf(part: ModelParts[string]): Uint8Array {
  if (typeof part === "string") return new TextEncoder().encode(part);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

/**
 * Writes a model as an ES module that `readModel` of `src/text/network/model-file.ts` reads: base64 of raw deflate (RFC 1951).
 * The data is the length of a JSON index (32 bits, little-endian), the index (offset and length of each part) and the
 * parts. Each part starts at a multiple of four.
 *
 * @param name The file's name in `src/text/models`, without its extension.
 * @returns The size of the module in bytes.
 */
export function writeModel(name: string, parts: ModelParts): number {
  const index: Record<string, [offset: number, length: number]> = {};
  const chunks: Uint8Array[] = [];
  let offset = 0;
  for (const [part, value] of Object.entries(parts)) {
    const bytes = bytesOf(value);
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    index[part] = [offset, bytes.length];
    offset += padded.length;
    chunks.push(padded);
  }
  const header = new TextEncoder().encode(JSON.stringify(index));
  const paddedHeader = new Uint8Array(Math.ceil(header.length / 4) * 4).fill(0x20);
  paddedHeader.set(header);
  const length = new Uint8Array(new Uint32Array([paddedHeader.length]).buffer);
  const compressed = deflateRawSync(Buffer.concat([length, paddedHeader, ...chunks]), { level: 9 });
  const source = `export const model: string =\n  "${compressed.toString("base64")}";\n`;
  writeFileSync(fileURLToPath(new URL(`../src/text/models/${name}.ts`, import.meta.url)), source);
  return source.length;
}
