const tileSize = 6;

/**
 * Returns the fill for a part of a bar: the color of its swatch, hatched if the swatch is, so that readers need no
 * color to distinguish the parts. Reads the page at every drawing, because the colors follow the color scheme.
 */
export function swatchFill(swatch: Element, context: CanvasRenderingContext2D): string | CanvasPattern {
  const { color, backgroundColor } = getComputedStyle(swatch);
  if (!swatch.classList.contains("hatched")) return color;
  // The canvas uses device pixels.
  const size = Math.round(tileSize * devicePixelRatio);
  const tile = new OffscreenCanvas(size, size);
  const drawing = tile.getContext("2d");
  if (!drawing) return color;
  // Covers the part below, which must not show between the lines.
  drawing.fillStyle = backgroundColor;
  drawing.fillRect(0, 0, size, size);
  drawing.strokeStyle = color;
  drawing.lineWidth = size / 3;
  const [from, to] = swatch.classList.contains("falling") ? [0, size] : [size, 0];
  // One line through the middle and one through each of two corners, so that the tiles join.
  for (const shift of [-size, 0, size]) {
    drawing.moveTo(shift, from);
    drawing.lineTo(shift + size, to);
  }
  drawing.stroke();
  return context.createPattern(tile, "repeat") ?? color;
}
