/** A file in an archive. */
export interface ZipEntry {
  name: string;
  content: Uint8Array;
}

const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Returns the CRC-32 of bytes (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) sum = (sum >>> 8) ^ (remainders[(sum ^ byte) & 255] ?? 0);
  return ~sum >>> 0;
}

/** Returns little-endian numbers, each as its size in bytes and its value. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let offset = 0;
  for (const [size, value] of fields) {
    if (size === 2) bytes.setUint16(offset, value, true);
    else bytes.setUint32(offset, value, true);
    offset += size;
  }
  return new Uint8Array(bytes.buffer);
}

/** Returns the names of entries, with a number for each name that an earlier entry has. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ""] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${stem}-${number}${extension}`;
    taken.add(free);
    return free;
  });
}

// January 1, 1980, the first day of the format: the archive of the same files is always the same.
const firstDay = 0x21;
const utf8Names = 0x800;

/**
 * Returns a ZIP archive that stores files as they are (APPNOTE.TXT 4.3). Images are compressed already. It holds less than
 * 4 GiB.
 */
export function zip(entries: readonly ZipEntry[]): Blob {
  const encoder = new TextEncoder();
  const names = distinctNames(entries.map(({ name }) => name));
  const files: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const [index, { content }] of entries.entries()) {
    const name = encoder.encode(names[index]);
    const { length } = content;
    const common = [
      [2, 20],
      [2, utf8Names],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, crc32(content)],
      [4, length],
      [4, length],
      [2, name.length],
      [2, 0],
    ] as const;
    const header = numbers([4, 0x04034b50], ...common);
    const entry = numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    files.push(header, name, new Uint8Array(content));
    directory.push(entry, name);
    offset += header.length + name.length + length;
    directoryBytes += entry.length + name.length;
  }
  const { length: count } = entries;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directoryBytes],
    [4, offset],
    [2, 0],
  );
  return new Blob([...files, ...directory, end], { type: "application/zip" });
}
