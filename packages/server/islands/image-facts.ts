import type { ImageRecord } from "./image-record.ts";
import { element, table } from "./dom.ts";
import { number, percent, sentence, size } from "./playground-words.ts";

/** Returns the change in size in words. */
export function saving(before: number, after: number): string {
  const part = 1 - after / before;
  if (Math.abs(part) < 0.005) return "same size as the original";
  if (part > 0) return `${percent(part)} smaller`;
  return part > -1 ? `${percent(-part)} larger` : `${(after / before).toFixed(1)} times the original size`;
}

/** Returns whether files of a format are drawn. Their bytes do not compare with those of pictures. */
export function isDrawing(format: string): boolean {
  return format === "svg" || format === "pdf";
}

/** From this EXIF orientation on, the stored image is rotated by 90°. */
const firstOnItsSide = 5;

function dimensions({
  width,
  height,
  orientation = 1,
}: {
  width: number;
  height: number;
  orientation?: number;
}) {
  const [across, down] = orientation >= firstOnItsSide ? [height, width] : [width, height];
  return `${number(across)} × ${number(down)}`;
}

/** Renders the properties of both images, and the warnings of the conversion. */
export function imageFacts(record: ImageRecord): HTMLElement[] {
  const { original, warnings } = record;
  const quality = record.lossless ? "lossless" : String(record.quality ?? "–");
  const facts = table(
    "Original and result",
    ["Property", "Original", "Result"],
    [
      ["Format", original.format, record.format],
      ["Size", size(original.bytes), size(record.bytes)],
      ["Pixels", dimensions(original), dimensions(record)],
      ["Images", number(original.pages), number(record.pages)],
      ["Quality", "–", quality],
    ],
  );
  return [facts, ...warnings.map(({ message }) => element("p", { class: "notice warn" }, sentence(message)))];
}
