/** The luminance table of quality 50 (ITU-T T.81 annex K), in the zigzag order of files. */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58,
  51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103,
  62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
] as const;

const quantization = 0xdb;
const startOfScan = 0xda;

/** Returns the quality of a JPEG on the scale of its encoders (IJG's), by its luminance table; `null` without one. */
export function jpegQuality(jpeg: Uint8Array): number | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 4 <= jpeg.length;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === startOfScan) return null;
    const end = at + 2 + view.getUint16(at + 2);
    if (marker === quantization && end <= jpeg.length && end - at >= 69 && view.getUint8(at + 4) === 0) {
      const scales = standard.map((value, index) => (view.getUint8(at + 5 + index) * 100) / value);
      const scale = scales.reduce((sum, each) => sum + each, 0) / scales.length;
      const quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale;
      return Math.min(100, Math.max(1, Math.round(quality)));
    }
    at = end;
  }
  return null;
}
