import sharp from "sharp";
import { bearer, type FairAttack, floodOf, type Target } from "../attack.ts";

function conversion({ key }: Target, query: string, type: string, body: Uint8Array | string) {
  const headers = { ...bearer(key), "Content-Type": type, Accept: "image/*" };
  return { path: `/v1/tools/image-converter?${query}`, headers, body };
}

/** A photo's worth of detail: gradients with noise. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: "white", noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Frames of noise below each other, as sharp takes them. */
async function animation(side: number, frames: number): Promise<Buffer> {
  const pixels = new Uint8Array(side * side * frames * 3);
  for (let start = 0; start < pixels.length; start += 65_536)
    crypto.getRandomValues(pixels.subarray(start, start + 65_536));
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .gif({ effort: 1 })
    .toBuffer();
}

const filters = Array.from(
  { length: 40 },
  (_, index) =>
    `<feGaussianBlur stdDeviation="${40 + index}"/><feTurbulence baseFrequency="0.0${index}" numOctaves="9"/>`,
).join("");
const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">${filters}</filter>` +
  `<rect width="4000" height="4000" fill="red" filter="url(#f)"/></svg>`;

/** Returns a PDF of one page that draws many lines. */
function pdf(lines: number): string {
  const drawing = Array.from({ length: lines }, (_, i) => `${i % 600} 0 m ${(i * 7) % 600} 800 l S`).join(
    "\n",
  );
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 4000 4000]/Contents 4 0 R>>",
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
  ];
  return `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join("")}trailer<</Root 1 0 R>>`;
}

/** Images that take the conversion processes seconds, and more images than they can convert. */
export const imageAttacks: readonly FairAttack[] = [
  {
    name: "images-large",
    description: "16 megapixels to avif and webp, 48 in parallel",
    alsoFromSharedAddress: true,
    prepare: floodOf(48, async (target) => {
      const image = await photo(4800, 3333);
      return [
        conversion(target, "format=avif&effort=best", "image/jpeg", image),
        conversion(target, "format=webp&effort=best", "image/jpeg", image),
      ];
    }),
  },
  {
    name: "images-tiny",
    description: "8 × 8 pixels, 64 in parallel",
    prepare: floodOf(64, async (target) => {
      const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
        .png()
        .toBuffer();
      return [conversion(target, "format=webp", "image/png", image)];
    }),
  },
  {
    name: "images-animated",
    description: "GIFs of 100 frames of noise to webp, 16 in parallel",
    prepare: floodOf(16, async (target) => [
      conversion(target, "format=webp", "image/gif", await animation(256, 100)),
    ]),
  },
  {
    name: "images-svg",
    description: "SVGs of 40 large blurs and turbulences, 16 in parallel",
    prepare: floodOf(16, (target) => [conversion(target, "format=png", "image/svg+xml", svg)]),
  },
  {
    name: "images-pdf",
    description: "PDFs of 200,000 lines, 16 in parallel",
    prepare: floodOf(16, (target) => [conversion(target, "format=png", "application/pdf", pdf(200_000))]),
  },
  {
    name: "images-bytes",
    description: "25 MB that are no image, 16 in parallel",
    prepare: floodOf(16, (target) => {
      const blanks = Buffer.alloc(25_000_000, " ");
      return [
        conversion(target, "format=webp", "image/png", blanks),
        conversion(target, "format=webp", "image/svg+xml", Buffer.concat([Buffer.from("<svg"), blanks])),
      ];
    }),
  },
];
