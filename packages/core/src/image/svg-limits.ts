/** The limits on the content and cost of an SVG. Times are milliseconds on one core; `svg-cost.ts` predicts them. */
export const svgLimits = {
  /** A 97 kB svgz can inflate to 100 MB of white space, which the XML parser would keep. */
  bytes: 4_000_000,
  /** librsvg keeps about 2 kB per element, so 4 MB of `<a/>` would take 2 GB. */
  elements: 100_000,
  /** Renderers recurse: 50,000 nested groups overflow their stack. */
  nesting: 128,
  /** Limits nesting and references together, for the same reason. */
  depth: 400,
  /** Ten `use` of ten `use` of ten …: 2 kB can draw a billion rectangles. Limits the drawn elements after expansion. */
  drawnElements: 200_000,
  /** Twenty blurs of a large canvas in 1.3 kB blocked the renderer, during which no timeout fires. */
  milliseconds: 6_000,
  /**
   * Every nested opacity, mask or filter holds a bitmap of the canvas. Limits the megapixels of all that are open
   * together.
   */
  layerMegapixels: 256,
  /** Images in the drawing are decoded in full, regardless of the size at which they are drawn. */
  embeddedPixels: 50_000_000,
  embeddedImages: 500,
} as const;
