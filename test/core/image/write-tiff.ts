/** How numbers are stored. */
export type SampleFormat = "uint" | "int" | "float";

/** A picture as the numbers that a TIFF stores. */
export interface TiffPicture {
  width: number;
  height: number;
  photometric: number;
  format: SampleFormat;
  bits: number;
  /** The samples of each pixel, colors first. */
  pixels: readonly (readonly number[])[];
  /** The kinds of further samples; absent if the file does not declare them. */
  extra?: readonly number[] | undefined;
  /** Further fields of SHORT values. */
  fields?: Readonly<Record<number, readonly number[]>> | undefined;
}

/** A way to store the same numbers. */
export interface Packing {
  compression?: 1 | 5 | 8 | 32946 | 32773;
  isPlanar?: boolean;
  isBigEndian?: boolean;
  isTiled?: boolean;
  /** BigTIFF. */
  isBig?: boolean;
  fillOrder?: 2;
  predictor?: 2 | 3;
  /** Rows of a strip; all by default. */
  rows?: number;
}

/** Returns the bits of a floating-point number with `exponentBits` and `fractionBits`. */
function floatBits(value: number, exponentBits: number, fractionBits: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  const bias = 2 ** (exponentBits - 1) - 1;
  return (exponent + bias) * 2 ** fractionBits + Math.round((value / 2 ** exponent - 1) * 2 ** fractionBits);
}

/** Returns the bytes of a sample of whole bytes. */
function sampleBytes({ format, bits }: TiffPicture, value: number, isBigEndian: boolean): number[] {
  const view = new DataView(new ArrayBuffer(8));
  if (format === "float" && bits === 64) view.setFloat64(0, value);
  else if (format === "float" && bits === 32) view.setFloat32(4, value);
  else if (format === "float")
    view.setUint32(4, bits === 16 ? floatBits(value, 5, 10) : floatBits(value, 7, 16));
  else view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)));
  const bytes = [...new Uint8Array(view.buffer).subarray(8 - bits / 8)];
  return isBigEndian ? bytes : bytes.toReversed();
}

/** Returns a row of samples, padded to whole bytes. */
function packRow(picture: TiffPicture, samples: readonly number[], isBigEndian: boolean): Uint8Array {
  const { bits } = picture;
  if (bits % 8 === 0)
    return Uint8Array.from(samples.flatMap((value) => sampleBytes(picture, value, isBigEndian)));
  const text = samples.map((value) => (value & (2 ** bits - 1)).toString(2).padStart(bits, "0")).join("");
  return Uint8Array.from(text.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

/** Returns a row as differences of samples, or of the bytes of floating-point samples. */
function differences(
  row: Uint8Array,
  {
    bits,
    step,
    predictor,
    isBigEndian,
  }: { bits: number; step: number; predictor: 2 | 3; isBigEndian: boolean },
): Uint8Array {
  const size = bits / 8;
  const count = row.length / size;
  if (predictor === 3) {
    const planes = Uint8Array.from(row, (_, at) => {
      const byte = Math.floor(at / count);
      return row[(at % count) * size + (isBigEndian ? byte : size - 1 - byte)] ?? 0;
    });
    return planes.map((byte, at) => byte - (at < step ? 0 : (planes[at - step] ?? 0)));
  }
  const number = (index: number) => {
    const bytes = [...row.subarray(index * size, (index + 1) * size)];
    return (isBigEndian ? bytes : bytes.toReversed()).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  };
  const all = Array.from({ length: count }, (_, index) =>
    BigInt.asUintN(bits, index < step ? number(index) : number(index) - number(index - step)),
  );
  return Uint8Array.from(
    all.flatMap((value) => {
      const bytes = Array.from({ length: size }, (_, byte) => Number((value >> BigInt(8 * byte)) & 255n));
      return isBigEndian ? bytes.toReversed() : bytes;
    }),
  );
}

/** Compresses with codes of 9 bits, which the table never exceeds because it is cleared often. */
function packLzw(bytes: Uint8Array): Uint8Array {
  const codes = [...bytes].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]));
  const text = [...codes, 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  return Uint8Array.from(text.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

const deflate = async (bytes: Uint8Array) => {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const packers: Readonly<Record<number, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>>> = {
  1: (bytes) => bytes,
  5: packLzw,
  8: deflate,
  32946: deflate,
  32773: (bytes) => Uint8Array.from([...bytes].flatMap((byte) => [0, byte])),
};

const reversed = (bytes: Uint8Array) =>
  bytes.map((byte) => Number.parseInt(byte.toString(2).padStart(8, "0").split("").toReversed().join(""), 2));

const tileSide = 16;

/** Returns the strips or tiles of a plane, with the samples of each row of each. */
function bandsOf(
  { width, height, pixels }: TiffPicture,
  { isTiled, rows = height }: Packing,
  plane?: number,
) {
  const [across, down] = isTiled ? [tileSide, tileSide] : [width, rows];
  const samplesAt = (column: number, row: number) => {
    const pixel = pixels[Math.min(row, height - 1) * width + Math.min(column, width - 1)] ?? [];
    return plane === undefined ? pixel : pixel.slice(plane, plane + 1);
  };
  const bands: number[][][] = [];
  for (let top = 0; top < height; top += down)
    for (let left = 0; left < width; left += across)
      bands.push(
        Array.from({ length: isTiled ? down : Math.min(down, height - top) }, (_, row) =>
          Array.from({ length: across }, (_, column) => samplesAt(left + column, top + row)).flat(),
        ),
      );
  return bands;
}

/** Writes a TIFF (TIFF 6.0) with one picture. */
export async function writeTiff(picture: TiffPicture, packing: Packing = {}): Promise<Buffer> {
  const { width, height, photometric, format, bits, pixels, extra, fields: further = {} } = picture;
  const { compression = 1, isPlanar, isBigEndian = false, isTiled, isBig = false } = packing;
  const { fillOrder, predictor, rows = height } = packing;
  const count = pixels[0]?.length ?? 0;
  const step = isPlanar ? 1 : count;
  const planes = isPlanar ? Array.from({ length: count }, (_, plane) => plane) : [undefined];
  const bands = await Promise.all(
    planes
      .flatMap((plane) => bandsOf(picture, packing, plane))
      .map(async (band) => {
        const packed = band.map((samples) => {
          const row = packRow(picture, samples, isBigEndian);
          return predictor ? differences(row, { bits, step, predictor, isBigEndian }) : row;
        });
        const data = await packers[compression]?.(Buffer.concat(packed));
        return fillOrder ? reversed(data ?? new Uint8Array()) : (data ?? new Uint8Array());
      }),
  );
  // The fields come first, and their values last.
  let end = 1024;
  const offsets = bands.map(({ length }) => (end += length) - length);
  const lengths = bands.map(({ length }) => length);
  const each = (value: number) => Array.from({ length: count }, () => value);
  const fields: [tag: number, bytes: 2 | 4, values: readonly number[]][] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 2, each(bits)],
    [259, 2, [compression]],
    [262, 2, [photometric]],
    ...(fillOrder ? [[266, 2, [fillOrder]] as [number, 2, number[]]] : []),
    [277, 2, [count]],
    ...(isTiled
      ? ([
          [322, 2, [tileSide]],
          [323, 2, [tileSide]],
          [324, 4, offsets],
          [325, 4, lengths],
        ] as [number, 2 | 4, number[]][])
      : ([
          [273, 4, offsets],
          [278, 4, [rows]],
          [279, 4, lengths],
        ] as [number, 2 | 4, number[]][])),
    [284, 2, [isPlanar ? 2 : 1]],
    ...(predictor ? [[317, 2, [predictor]] as [number, 2, number[]]] : []),
    ...(extra ? [[338, 2, extra] as [number, 2, readonly number[]]] : []),
    [339, 2, each({ uint: 1, int: 2, float: 3 }[format])],
    ...(photometric === 6 ? [[530, 2, [1, 1]] as [number, 2, number[]]] : []),
    ...Object.entries(further).map(([tag, values]): [number, 2, readonly number[]] => [
      Number(tag),
      2,
      values,
    ]),
  ];
  fields.sort(([one], [other]) => one - other);

  let values = end + (end % 2);
  const file = Buffer.alloc(fields.reduce((sum, [, bytes, numbers]) => sum + bytes * numbers.length, values));
  const view = new DataView(file.buffer, file.byteOffset);
  const put = (at: number, value: number, bytes: 2 | 4 | 8) => {
    if (bytes === 2) view.setUint16(at, value, !isBigEndian);
    else if (bytes === 4) view.setUint32(at, value, !isBigEndian);
    else view.setBigUint64(at, BigInt(value), !isBigEndian);
  };
  const offsetBytes = isBig ? 8 : 4;
  file.write(isBigEndian ? "MM" : "II", "latin1");
  put(2, isBig ? 43 : 42, 2);
  if (isBig) put(4, 8, 2);
  put(isBig ? 8 : 4, 16, offsetBytes);
  put(16, fields.length, isBig ? 8 : 2);
  for (const [index, [tag, bytes, numbers]] of fields.entries()) {
    const entry = 16 + (isBig ? 8 : 2) + index * (isBig ? 20 : 12);
    put(entry, tag, 2);
    put(entry + 2, bytes === 2 ? 3 : 4, 2);
    put(entry + 4, numbers.length, offsetBytes);
    const valueAt = entry + 4 + offsetBytes;
    const isInline = numbers.length * bytes <= offsetBytes;
    if (!isInline) put(valueAt, values, offsetBytes);
    for (const [place, number] of numbers.entries())
      put((isInline ? valueAt : values) + place * bytes, number, bytes);
    if (!isInline) values += numbers.length * bytes;
  }
  for (const [index, band] of bands.entries()) file.set(band, offsets[index]);
  return file;
}
