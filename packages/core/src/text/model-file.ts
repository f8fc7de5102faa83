/** The parts of a model file by name. */
export interface ModelFile {
  bytes: (part: string) => Uint8Array;
  int8: (part: string) => Int8Array;
  float32: (part: string) => Float32Array;
  text: (part: string) => string;
}

function decodeBase64(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The whole of what comes out; `new Response(stream)` says the same, but makes Node load all of its HTTP client. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole.buffer;
}

/**
 * Reads a model that stands in an ES module, as `training/write-model.ts` writes it: base64 of raw deflate (RFC 1951) of
 * an index of its parts and the parts. A part that the model lacks is a fault of ours, and throws a `RangeError`.
 */
export async function readModel(encoded: string): Promise<ModelFile> {
  const buffer = await inflate(decodeBase64(encoded));
  const headerLength = new DataView(buffer).getUint32(0, true);
  const header = new TextDecoder().decode(new Uint8Array(buffer, 4, headerLength));
  // Written by our own training scripts in this form.
  const index = JSON.parse(header) as Readonly<Record<string, [offset: number, length: number]>>;
  const place = (part: string) => {
    const found = index[part];
    if (!found) throw new RangeError(`The model has no part ${part}`);
    return { offset: 4 + headerLength + found[0], length: found[1] };
  };
  const bytes = (part: string) => {
    const { offset, length } = place(part);
    return new Uint8Array(buffer, offset, length);
  };
  return {
    bytes,
    int8: (part) => {
      const { offset, length } = place(part);
      return new Int8Array(buffer, offset, length);
    },
    float32: (part) => {
      const { offset, length } = place(part);
      return new Float32Array(buffer, offset, length / 4);
    },
    text: (part) => new TextDecoder().decode(bytes(part)),
  };
}
