import { ToolsError } from "../errors.ts";
import { svgLimits } from "./svg-limits.ts";
import { measurePath } from "./svg-path.ts";
import { type Declarations, forbidden, type StyleRule } from "./svg-references.ts";

/** The predicted cost of a drawing, in milliseconds on one core. */
export interface DrawingCost {
  /** Independent of the size: finding crossings and laying out text. */
  fixed: number;
  /** Per megapixel, for shapes that are drawn only where they are visible. */
  clipped: number;
  /** Per megapixel, for filters, masks, patterns and layers, which are drawn whole for each tile of the canvas. */
  unclipped: number;
  /** Bitmaps of the canvas that are open together. */
  layers: number;
}

/** The properties of an element on which the cost of drawing it depends. */
export interface SvgElement extends Declarations, DrawingCost {
  name: string;
  id: string | null;
  classes: string[];
  children: SvgElement[];
  /** The id in its `href`, for elements that draw or inherit the referenced element. */
  href: string | null;
  /** The points of its path. Each can carry a marker. */
  vertices: number;
}

// Measured with librsvg 2.63. A filled shape is assumed to cover a fifth of the canvas, since most shapes are small.
// Filters, masks and layers are assumed to cover all of it.
const fill = 0.2;
const filterFunction = 130;
/** A filter works on several bitmaps of four floats per pixel. */
const filterLayers = 8;
const layer = 4;
const perVertex = 0.004;
const perCrossing = 0.0008;

/** The cost of a reference, without the content of the referenced element. */
const references: Readonly<Record<string, Partial<DrawingCost>>> = {
  linearGradient: { clipped: 5 },
  radialGradient: { clipped: 5 },
  mask: { unclipped: 15 },
  pattern: { unclipped: 300 },
};

function product(value: string | undefined, fallback: number): number {
  const numbers = (value ?? "").split(/[\s,]+/, 3).filter((part) => part !== "");
  const [first = fallback, second = first] = numbers.map(Number);
  const result = Math.abs(first * second);
  return Number.isNaN(result) ? fallback * fallback : result;
}

/** Milliseconds per megapixel of the filter primitives that cost more than others, by their attributes. */
const filterPrimitives: Readonly<
  Record<string, (attribute: (name: string) => string | undefined) => number>
> = {
  feConvolveMatrix: (attribute) => 50 + 12 * product(attribute("order"), 3),
  feDiffuseLighting: () => 110,
  feDisplacementMap: () => 800,
  feDropShadow: () => 130,
  feGaussianBlur: () => 70,
  feSpecularLighting: () => 110,
  feTurbulence: (attribute) => 65 * Math.min(10, Math.max(1, Number(attribute("numOctaves") ?? 1) || 1)),
};
const otherPrimitive = 50;

const shapes: ReadonlySet<string> = new Set(
  "path rect circle ellipse line polyline polygon text tspan image".split(" "),
);

/** Elements whose content is drawn only where something refers to them. */
const templates: ReadonlySet<string> = new Set(
  "defs symbol pattern mask clipPath marker filter linearGradient radialGradient style script metadata foreignObject".split(
    " ",
  ),
);

/** Returns the cost of an element, without its content and the elements that it references. */
export function ownCost(
  name: string,
  attribute: (name: string) => string | undefined,
): DrawingCost & { vertices: number } {
  // The cost grows with the square of a radius that every transform scales, so a few bytes can hang a renderer.
  if (name === "feMorphology") throw forbidden("the filter primitive feMorphology is not supported");
  const { vertices, crossings } = measurePath(attribute("d") ?? attribute("points") ?? "");
  const isPrimitive = name.startsWith("fe") && !name.startsWith("feFunc");
  return {
    fixed: vertices * perVertex + crossings * perCrossing,
    clipped: shapes.has(name) ? fill : 0,
    unclipped: isPrimitive ? (filterPrimitives[name]?.(attribute) ?? otherPrimitive) : 0,
    layers: 0,
    vertices,
  };
}

/** Returns the cost of the text layout of one element. The renderer's line breaker is quadratic in its length. */
export function textCost(characters: number): number {
  return characters * 0.03 + characters * characters * 1.3e-5;
}

/** The maximum of elements, rules and references together. A style sheet with more is made to be slow. */
const mostApplied = 2_000_000;

/** Adds the matching rules of the style sheets to each element. */
function applyRules(elements: readonly SvgElement[], rules: readonly StyleRule[]): void {
  const byName = new Map<string, StyleRule[]>();
  for (const rule of rules)
    for (const name of rule.names) {
      const named = byName.get(name);
      if (named) named.push(rule);
      else byName.set(name, [rule]);
    }
  let applied = 0;
  for (const element of elements)
    for (const name of [
      "*",
      element.name,
      `#${element.id ?? ""}`,
      ...element.classes.map((part) => `.${part}`),
    ])
      for (const rule of byName.get(name) ?? []) {
        applied += 1 + rule.references.length;
        if (applied > mostApplied) throw forbidden("its style sheets have too many rules");
        for (const reference of rule.references) element.references.push(reference);
        element.filterFunctions += rule.filterFunctions;
        element.layer ||= rule.layer;
      }
}

interface Cost extends DrawingCost {
  elements: number;
  /** The length of the longest path down through children and references. */
  depth: number;
}

function add(total: Cost, part: Cost, times: number): void {
  total.elements += part.elements * times;
  total.fixed += part.fixed * times;
  total.clipped += part.clipped * times;
  total.unclipped += part.unclipped * times;
  total.layers = Math.max(total.layers, part.layers);
  total.depth = Math.max(total.depth, part.depth + 1);
}

const tooDeep = () => forbidden("its references are nested too deeply");

/**
 * Returns the cost of drawing, with every `use`, pattern, mask, marker and filter expanded. Takes time linear in the
 * file.
 *
 * @throws ToolsError `image_too_large` if the drawing exceeds {@link svgLimits}; `invalid_image` if references form a
 * cycle.
 */
export function predictDrawing(elements: readonly SvgElement[], rules: readonly StyleRule[]): DrawingCost {
  applyRules(elements, rules);
  const byId = new Map<string, SvgElement>();
  for (const element of elements)
    if (element.id !== null && !byId.has(element.id)) byId.set(element.id, element);
  const known = new Map<SvgElement, Cost | "open">();

  /** The cost of an element's content, and of itself where `drawn`. */
  const costOf = (element: SvgElement, depth: number): Cost => {
    const before = known.get(element);
    if (before === "open") throw forbidden("its references are circular");
    if (before) return before;
    if (depth > svgLimits.depth) throw tooDeep();
    known.set(element, "open");
    const cost: Cost = {
      elements: 1,
      fixed: element.fixed,
      clipped: element.clipped,
      unclipped: element.unclipped + element.filterFunctions * filterFunction,
      layers: element.filterFunctions > 0 ? filterLayers : 0,
      depth: 0,
    };
    for (const child of element.children)
      if (!templates.has(child.name)) add(cost, costOf(child, depth + 1), 1);
    const targets = element.href === null ? element.references : [...element.references, element.href];
    for (const id of targets) {
      const target = byId.get(id);
      if (!target) continue;
      add(cost, costOf(target, depth + 1), target.name === "marker" ? element.vertices : 1);
      cost.clipped += references[target.name]?.clipped ?? 0;
      cost.unclipped += references[target.name]?.unclipped ?? 0;
      if (target.name === "filter") cost.layers = Math.max(cost.layers, filterLayers);
    }
    if (element.layer) {
      cost.layers += 1;
      cost.unclipped += layer;
    }
    if (cost.depth > svgLimits.depth) throw tooDeep();
    known.set(element, cost);
    return cost;
  };

  const [root] = elements;
  const cost = root ? costOf(root, 0) : null;
  if (cost && cost.elements > svgLimits.drawnElements)
    throw new ToolsError(
      "image_too_large",
      `image: expected an svg that draws at most ${svgLimits.drawnElements} elements after its references are expanded, received more`,
    );
  const { fixed = 0, clipped = 0, unclipped = 0, layers = 0 } = cost ?? {};
  return { fixed, clipped, unclipped, layers };
}
