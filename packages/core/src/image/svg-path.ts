/** What a path costs to fill or stroke, whatever the size it is drawn at. */
export interface PathWork {
  /** Points, at each of which a marker can stand. */
  vertices: number;
  /** How often the path is expected to cross itself. */
  crossings: number;
}

/** Numbers that each command takes for a point; the arc's other five are no coordinates. */
const numbersPerPoint: Readonly<Record<string, number>> = { a: 7, h: 1, v: 1 };

/**
 * Expects the crossings of a path from its length and its bounds, in one pass: renderers find every crossing, of
 * which a 100 kB scribble has tens of millions, while a coast line as long has none.
 *
 * A curve of length L thrown at random into an area A crosses itself L² / (πA) times (Crofton's formula). Control
 * points count as corners, which can only lengthen the path.
 */
export function measurePath(path: string): PathWork {
  let command = "l";
  let isRelative = false;
  let pending: number[] = [];
  let x = 0;
  let y = 0;
  let left = 0;
  let right = 0;
  let top = 0;
  let bottom = 0;
  let length = 0;
  let vertices = 0;
  for (const [token] of path.matchAll(/[a-df-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)) {
    if (/^[a-z]/i.test(token)) {
      command = token.toLowerCase();
      isRelative = token === command;
      pending = [];
      continue;
    }
    pending.push(Number(token));
    if (pending.length < (numbersPerPoint[command] ?? 2)) continue;
    const [first = 0, second = 0] = pending.slice(-2);
    pending = [];
    const toX = command === "v" ? x : isRelative ? x + first : first;
    const toY = command === "h" ? y : (isRelative ? y : 0) + (command === "v" ? first : second);
    if (vertices > 0) length += Math.hypot(toX - x, toY - y);
    else [left, right, top, bottom] = [toX, toX, toY, toY];
    [x, y] = [toX, toY];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    vertices++;
  }
  const step = vertices > 0 ? length / vertices : 0;
  const area = (right - left + step) * (bottom - top + step);
  const most = (vertices * vertices) / 2;
  const expected = area > 0 ? (length * length) / (Math.PI * area) : 0;
  // Coordinates beyond what a number holds.
  return { vertices, crossings: Number.isFinite(expected) ? Math.min(most, expected) : most };
}
