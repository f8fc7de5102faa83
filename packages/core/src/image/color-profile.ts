/** The properties of an ICC profile. */
export interface ColorProfile {
  /** Its description, or the kind of profile. */
  name: string;
  /** True if its colors are those of sRGB, so converting to sRGB makes no visible difference. */
  isSrgb: boolean;
}

/** The colorants of sRGB adapted to D50, as in sRGB profiles (IEC 61966-2-1). */
const srgbColorants: Readonly<Record<string, readonly [number, number, number]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const tolerance = 0.004;

/** Returns the text of a `desc` (ICC v2: ASCII) or `mluc` (v4: UTF-16) tag. */
function readDescription(view: DataView, offset: number, length: number): string {
  const isAscii = view.getUint32(offset) === 0x64657363;
  const start = offset + (isAscii ? 12 : view.getUint32(offset + 24));
  const size = Math.min(isAscii ? view.getUint32(offset + 8) : view.getUint32(offset + 20), length, 160);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, size);
  return new TextDecoder(isAscii ? "latin1" : "utf-16be")
    .decode(bytes)
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "");
}

const curveType = 0x63757276;
const parametricType = 0x70617261;

/** Returns whether a transfer function (ICC.1:2022 §10.6, §10.18) may be that of sRGB: not a power far from 2.2. */
function isLikeSrgb(view: DataView, offset: number): boolean {
  const type = view.getUint32(offset);
  if (type === parametricType && view.getUint16(offset + 8) === 0)
    return isNear(view.getInt32(offset + 12) / 65536);
  if (type !== curveType) return true;
  const count = view.getUint32(offset + 8);
  return count > 1 || isNear(count === 0 ? 1 : view.getUint16(offset + 12) / 256);
}

const isNear = (exponent: number) => exponent > 1.9 && exponent < 2.5;

/** The sets of tags by color space. A profile can be applied if it has one of the sets (ICC.1:2022 §8). */
const neededTags: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "RGB ": [["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"], ["A2B0"], ["A2B1"]],
  GRAY: [["kTRC"], ["A2B0"]],
  CMYK: [["A2B0"], ["A2B1"]],
  "Lab ": [["A2B0"], ["A2B1"]],
};

const classes = new Set(["scnr", "mntr", "prtr", "spac"]);

/**
 * Returns whether a color engine can apply a profile to samples of a color space. It ignores one that is cut, that is no
 * profile, or that is for other samples, such as a gray profile in a picture with colors.
 *
 * @param space - `RGB `, `GRAY`, `CMYK` or `Lab `; `null` for any.
 */
export function isUsableProfile(profile: Uint8Array, space: string | null): boolean {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  if (profile.length < 132 || view.getUint32(0) > profile.length || text(36) !== "acsp") return false;
  const own = text(16);
  const count = view.getUint32(128);
  if (!classes.has(text(12)) || (space !== null && own !== space) || count > 100) return false;
  const found = new Set<string>();
  for (let entry = 132; entry < 132 + count * 12; entry += 12) {
    if (entry + 12 > profile.length) return false;
    if (view.getUint32(entry + 4) + view.getUint32(entry + 8) > profile.length) return false;
    found.add(text(entry));
  }
  return neededTags[own]?.some((tags) => tags.every((tag) => found.has(tag))) ?? false;
}

/** Reads an ICC profile (ICC.1:2022 §7.2, §9.2). A damaged one is returned as "embedded profile" that is not sRGB. */
export function readColorProfile(profile: Uint8Array): ColorProfile {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  let name = "embedded profile";
  let colorants = 0;
  let hasCurve = true;
  let space = "";
  try {
    space = String.fromCharCode(...profile.subarray(16, 20));
    const tags = Math.min(view.getUint32(128), 100);
    for (let tag = 0; tag < tags; tag++) {
      const entry = 132 + tag * 12;
      const signature = String.fromCharCode(...profile.subarray(entry, entry + 4));
      const offset = view.getUint32(entry + 4);
      if (signature === "desc") name = readDescription(view, offset, view.getUint32(entry + 8)) || name;
      if (signature === "rTRC" || signature === "kTRC") hasCurve = isLikeSrgb(view, offset);
      const expected = srgbColorants[signature];
      if (
        expected?.every(
          (value, axis) => Math.abs(view.getInt32(offset + 8 + axis * 4) / 65536 - value) < tolerance,
        )
      )
        colorants++;
    }
  } catch {
    return { name, isSrgb: false };
  }
  // Gray profiles have no colorants. Those in use differ from sRGB only in brightness, and only slightly.
  return { name, isSrgb: hasCurve && (space === "GRAY" || (space === "RGB " && colorants === 3)) };
}
