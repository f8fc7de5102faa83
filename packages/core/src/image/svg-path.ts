/** The properties of a path that determine the cost of filling or stroking it at any size. */
export interface PathWork {
  /** The points of the path. Each can carry a marker. */
  vertices: number;
  /** The expected number of times that the path crosses itself. */
  crossings: number;
}

/** The numbers that each command takes per point. The other five numbers of an arc are not coordinates. */
const numbersPerPoint: Readonly<Record<string, number>> = { a: 7, h: 1, v: 1 };

/**
 * Estimates the crossings of a path from its length and its bounds, in one pass. Renderers find every crossing: a
 * scribble of 100 kB has tens of millions, and a coast line of the same length has none.
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
  // Coordinates that overflow a number.
  return { vertices, crossings: Number.isFinite(expected) ? Math.min(most, expected) : most };
}
