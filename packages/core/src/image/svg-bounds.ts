import type { SvgElement } from "./svg-references.ts";
import { readPixels } from "./svg-values.ts";

/** The edges of a shape in its own coordinates. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Point = readonly [number, number];

function around(points: readonly Point[]): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom].every((value) => Number.isFinite(value))
    ? { left, top, right, bottom }
    : null;
}

/** Numbers of each command of a path. Arcs are missing: a shape with one has no known bounds. */
const numbersOf: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 };

const steps = 32;
const maxNumbers = 20_000;

/** Returns points of a Bézier curve. */
function curve(points: readonly Point[]): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const t = (index + 1) / steps;
    let level = points;
    while (level.length > 1)
      level = level.slice(1).map(([x, y], at): Point => {
        const [beforeX, beforeY] = level[at] ?? [0, 0];
        return [beforeX + (x - beforeX) * t, beforeY + (y - beforeY) * t];
      });
    return level[0] ?? [0, 0];
  });
}

/** Returns points on a path (SVG 2 §9.3), or `null` for a path with arcs or a fault. */
function pathPoints(d: string): Point[] | null {
  const words = d.match(/[a-z]|[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?/gi) ?? [];
  if (words.length > maxNumbers) return null;
  const points: Point[] = [];
  let at: Point = [0, 0];
  let start: Point = [0, 0];
  let control: Point = at;
  let command = "";
  for (let index = 0; index < words.length;) {
    if (/[a-z]/i.test(words[index] ?? "") && !/\d/.test(words[index] ?? "")) command = words[index++] ?? "";
    const kind = command.toUpperCase();
    const count = numbersOf[kind];
    if (count === undefined) return null;
    const numbers = words.slice(index, index + count).map(Number);
    index += count;
    if (numbers.length < count || numbers.some((value) => Number.isNaN(value))) return null;
    const isRelative = command !== kind;
    const [fromX, fromY] = isRelative ? at : [0, 0];
    if (kind === "Z") {
      at = start;
      control = at;
      if (index < words.length && !/^[a-z]$/i.test(words[index] ?? "")) return null;
      continue;
    }
    const pairs: Point[] =
      kind === "H"
        ? [[fromX + (numbers[0] ?? 0), at[1]]]
        : kind === "V"
          ? [[at[0], fromY + (numbers[0] ?? 0)]]
          : numbers.flatMap((x, place): Point[] =>
              place % 2 === 0 ? [[fromX + x, fromY + (numbers[place + 1] ?? 0)]] : [],
            );
    const mirrored: Point = [2 * at[0] - control[0], 2 * at[1] - control[1]];
    const through = [at, ...(kind === "S" || kind === "T" ? [mirrored] : []), ...pairs];
    points.push(...(through.length > 2 ? curve(through) : pairs));
    control = through.length > 2 ? (through.at(-2) ?? at) : (pairs.at(-1) ?? at);
    at = pairs.at(-1) ?? at;
    if (kind === "M") {
      start = at;
      command = isRelative ? "l" : "L";
    }
  }
  return points;
}

/** Returns the bounds of a shape without its stroke; `null` if they are not known. */
export function boundsOf({ name, attributes, children }: SvgElement): Box | null {
  const at = (key: string) => readPixels(attributes[key]) ?? 0;
  if (name === "rect" || name === "image")
    return { left: at("x"), top: at("y"), right: at("x") + at("width"), bottom: at("y") + at("height") };
  if (name === "circle" || name === "ellipse") {
    const rx = name === "circle" ? at("r") : at("rx");
    const ry = name === "circle" ? at("r") : at("ry");
    return { left: at("cx") - rx, top: at("cy") - ry, right: at("cx") + rx, bottom: at("cy") + ry };
  }
  if (name === "line")
    return around([
      [at("x1"), at("y1")],
      [at("x2"), at("y2")],
    ]);
  if (name === "path") return around(pathPoints(attributes["d"] ?? "") ?? []);
  if (name === "polygon" || name === "polyline")
    return around(pathPoints(`M${attributes["points"] ?? ""}`) ?? []);
  if (name !== "g") return null;
  // The bounds of a moved child are not those of its shape.
  if (
    children.some(
      (child) => child.attributes["transform"] ?? child.attributes["style"]?.includes("transform"),
    )
  )
    return null;
  const boxes = children
    .filter(({ isTemplate, name: child }) => !isTemplate && child !== "title")
    .map(boundsOf);
  const corners = boxes.flatMap((box): Point[] =>
    box
      ? [
          [box.left, box.top],
          [box.right, box.bottom],
        ]
      : [[NaN, NaN]],
  );
  return around(corners);
}
