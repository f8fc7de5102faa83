const entryBytes = 16;
const pngSignature = 0x89504e47;

/** Channels of each color type of PNG. A palette has one. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns the bits per pixel of each image in an icon, 0 if it is cut. */
export function iconDepths(icon: Uint8Array): number[] {
  const view = new DataView(icon.buffer, icon.byteOffset, icon.byteLength);
  const count = icon.length < 6 ? 0 : view.getUint16(4, true);
  return Array.from({ length: Math.min(count, Math.floor((icon.length - 6) / entryBytes)) }, (_, index) => {
    const at = view.getUint32(6 + index * entryBytes + 12, true);
    if (at + 26 > icon.length) return 0;
    if (view.getUint32(at) !== pngSignature) return view.getUint16(at + 14, true);
    const stored = view.getUint8(at + 24) * (channels[view.getUint8(at + 25)] ?? 1);
    // Programs store images of few colors with more bits than the directory states.
    const stated = view.getUint16(6 + index * entryBytes + 6, true);
    return stated > 0 ? Math.min(stated, stored) : stored;
  });
}
