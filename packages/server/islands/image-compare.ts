import { element } from "./dom.ts";
import { connectSplit } from "./split.ts";

/** An image to compare. */
export interface Picture {
  /** A `blob:` URL. */
  url: string;
  /** A description such as `Original, jpeg`. */
  label: string;
  format: string;
}

// The minimum width leaves room to move the slider for the smallest icon. The maximum height keeps the images on one
// screen.
const narrowest = 240;
const maxRem = 32;

/** Returns the image, or `null` if this browser cannot show it. */
async function shown({ url, label }: Picture): Promise<HTMLImageElement | null> {
  const image = element("img", { src: url, alt: label, draggable: "false" });
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

function stack(images: readonly HTMLImageElement[]) {
  const place = element("div", { class: "stack" }, ...images);
  const width = Math.max(...images.map(({ naturalWidth }) => naturalWidth), 1);
  const height = Math.max(...images.map(({ naturalHeight }) => naturalHeight), 1);
  place.style.aspectRatio = `${width} / ${height}`;
  return { place, width: `min(100%, ${Math.max(width, narrowest)}px, ${(maxRem * width) / height}rem)` };
}

function slider(place: HTMLElement): HTMLElement {
  const range = element("input", { type: "range", min: "0", max: "100", value: "50" });
  connectSplit(place, range);
  const words = "Original on the left, result on the right. Drag the slider or the picture.";
  return element("label", { class: "field" }, words, range);
}

/**
 * Creates two images on top of each other, with a slider between them. Shows only one if the browser cannot show the
 * other.
 *
 * @param before - Absent: there is only one.
 */
export async function compare(after: Picture, before?: Picture): Promise<HTMLElement> {
  const pictures = before ? [after, before] : [after];
  const images = await Promise.all(pictures.map(shown));
  const visible = images.filter((image) => image !== null);
  const missing = pictures.filter((_, index) => images[index] === null).map(({ format }) => format);
  const names = [...new Set(missing)].join(" and ");
  const notice = element(
    "p",
    { class: "notice" },
    `This browser cannot show ${names}. Download the image to view it in another program.`,
  );
  const figure = element("figure", { class: "compare" }, ...(missing.length > 0 ? [notice] : []));
  if (visible.length === 0) return figure;
  const { place, width } = stack(visible);
  const frame = element("div", {}, place);
  frame.style.maxWidth = width;
  figure.append(frame);
  if (visible.length === 2) {
    place.classList.add("split");
    frame.append(slider(place));
  } else figure.append(element("figcaption", { class: "muted" }, visible[0]?.alt ?? ""));
  return figure;
}
