/** A decoded model file. Each function returns a part by its name. */
export interface ModelFile {
  has: (part: string) => boolean;
  bytes: (part: string) => Uint8Array;
  int8: (part: string) => Int8Array;
  float32: (part: string) => Float32Array;
  text: (part: string) => string;
}

/** Decodes base64 (RFC 4648, section 4). */
export function decodeBase64(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Returns the inflated bytes. `new Response(stream)` is shorter, but makes Node load its whole HTTP client. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  // Streams have no async iterator in Safari.
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return new Blob(chunks).arrayBuffer();
}

/**
 * Reads a model from the string that `training/write-model.ts` writes into an ES module: base64 of raw deflate (RFC
 * 1951) of an index and the parts. The functions of the result throw a `RangeError` for a part that the model lacks,
 * which is a bug of this library.
 */
export async function readModel(encoded: string): Promise<ModelFile> {
  const buffer = await inflate(decodeBase64(encoded));
  const headerLength = new DataView(buffer).getUint32(0, true);
  const header = new TextDecoder().decode(new Uint8Array(buffer, 4, headerLength));
  // `training/write-model.ts` writes the header in this form.
  const index = JSON.parse(header) as Readonly<Record<string, [offset: number, length: number]>>;
  const locate = (part: string) => {
    const found = index[part];
    if (!found) throw new RangeError(`The model has no part ${part}`);
    return { offset: 4 + headerLength + found[0], length: found[1] };
  };
  const bytes = (part: string) => {
    const { offset, length } = locate(part);
    return new Uint8Array(buffer, offset, length);
  };
  return {
    has: (part) => Object.hasOwn(index, part),
    bytes,
    int8: (part) => new Int8Array(buffer, locate(part).offset, locate(part).length),
    float32: (part) => new Float32Array(buffer, locate(part).offset, locate(part).length / 4),
    text: (part) => new TextDecoder().decode(bytes(part)),
  };
}
