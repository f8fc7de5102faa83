const tileSize = 6;

/**
 * What a part of a bar is filled with: the colour of its swatch, hatched where the swatch is, so that the parts can be
 * told apart without their colours. Read from the page at every drawing, since the colours follow its scheme.
 */
export function fillOf(swatch: Element, context: CanvasRenderingContext2D): string | CanvasPattern {
  const { color, backgroundColor } = getComputedStyle(swatch);
  if (!swatch.classList.contains("hatched")) return color;
  // The canvas is drawn in pixels of the screen.
  const size = Math.round(tileSize * devicePixelRatio);
  const tile = new OffscreenCanvas(size, size);
  const drawing = tile.getContext("2d");
  if (!drawing) return color;
  // What lies behind is the next part of the bar, which must not show between the lines.
  drawing.fillStyle = backgroundColor;
  drawing.fillRect(0, 0, size, size);
  drawing.strokeStyle = color;
  drawing.lineWidth = size / 3;
  const [from, to] = swatch.classList.contains("falling") ? [0, size] : [size, 0];
  // Once through the middle and once through each of two corners, so that the tiles join.
  for (const shift of [-size, 0, size]) {
    drawing.moveTo(shift, from);
    drawing.lineTo(shift + size, to);
  }
  drawing.stroke();
  return context.createPattern(tile, "repeat") ?? color;
}
