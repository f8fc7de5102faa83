import { ToolsError } from "../errors.ts";
import type { InputName } from "./formats.ts";
import { findRawTiff } from "./tiff-unread.ts";

/** Signatures of raw files of cameras that are no TIFF, or a TIFF with another number. */
const cameraRaw: readonly Signature[] = [
  ["Canon CR2", 8, "CR\x02"],
  ["Canon CR3", 4, "ftypcrx "],
  ["Canon CRW", 6, "HEAPCCDR"],
  ["Fujifilm RAF", 0, "FUJIFILMCCD-RAW"],
  ["Olympus ORF", 0, "IIRO"],
  ["Olympus ORF", 0, "IIRS"],
  ["Olympus ORF", 0, "MMOR"],
  ["Panasonic RW2", 0, "IIU\0"],
  ["Minolta MRW", 0, "\0MRM"],
  ["Sigma X3F", 0, "FOVb"],
];

/** Signatures of other formats that are not read. */
const others: readonly Signature[] = [
  ["icns (Apple icon)", 0, "icns"],
  ["xcf (GIMP)", 0, "gimp xcf"],
  ["PostScript", 0, "%!PS"],
  ["PostScript", 0, "\xc5\xd0\xd3\xc6"],
  ["JPEG XR", 0, "II\xbc\x01"],
  ["Windows metafile", 0, "\xd7\xcd\xc6\x9a"],
  ["enhanced metafile", 40, " EMF"],
  ["FLIF", 0, "FLIF"],
  ["BPG", 0, "BPG\xfb"],
  ["DICOM", 128, "DICM"],
  ["FITS", 0, "SIMPLE  ="],
  ["pfm (portable float map)", 0, "PF\n"],
  ["pfm (portable float map)", 0, "Pf\n"],
  ["KTX", 0, "\xabKTX"],
  ["MP4 video", 4, "ftypisom"],
  ["MP4 video", 4, "ftypmp4"],
  ["QuickTime video", 4, "ftypqt  "],
  ["WebM video", 0, "\x1a\x45\xdf\xa3"],
  ["AVI video", 8, "AVI "],
  ["zip", 0, "PK\x03\x04"],
  ["HTML", 0, "<!DOCTYPE html"],
  ["HTML", 0, "<html"],
];

type Signature = readonly [name: string, offset: number, text: string];

function find(bytes: Uint8Array, signatures: readonly Signature[]): string | null {
  const found = signatures.find(
    ([, offset, text]) => String.fromCharCode(...bytes.subarray(offset, offset + text.length)) === text,
  );
  return found ? found[0] : null;
}

/**
 * Refuses a valid file of a kind that no decoder reads, by its name. The first picture in a camera's raw file is often a
 * thumbnail, which would pass for the photo.
 *
 * @throws ToolsError `invalid_image`.
 */
export function refuseUnreadKind(bytes: Uint8Array, format: InputName | null): void {
  const isTiff = format === "tiff";
  const raw =
    format === null || isTiff ? (find(bytes, cameraRaw) ?? (isTiff ? findRawTiff(bytes) : null)) : null;
  if (raw !== null)
    throw new ToolsError(
      "invalid_image",
      `image: a raw file of a camera (${raw}) was recognized, which is not read; develop it to jpeg or tiff first`,
    );
  if (format === "png" && find(bytes, [["CgBI", 12, "CgBI"]]))
    throw new ToolsError(
      "invalid_image",
      "image: a png of an iOS program (CgBI) was recognized, which is not read; convert it with pngcrush first",
    );
  const other = format === null ? find(bytes, others) : null;
  if (other !== null)
    throw new ToolsError("invalid_image", `image: ${other} was recognized, which is not read`);
}
