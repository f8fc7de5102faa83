import { ToolsError } from "../errors.ts";
import { svgLimits } from "./limits.ts";
import { type Declarations, forbidden, type StyleRule } from "./svg-references.ts";

/** An element as far as the cost of drawing it depends on it. */
export interface SvgElement extends Declarations {
  name: string;
  id: string | null;
  classes: string[];
  children: SvgElement[];
  /** The id in its `href`, for elements that draw or inherit what they refer to. */
  href: string | null;
  /** Milliseconds a megapixel, itself alone. */
  own: number;
  /** Points of its path, at each of which a marker can stand. */
  vertices: number;
}

/** The predicted cost of a drawing: milliseconds a megapixel of canvas, and bitmaps open at once. */
export interface DrawingCost {
  perMegapixel: number;
  layers: number;
}

// Milliseconds a megapixel, measured with librsvg 2.63 on one core. What is filled is taken to cover a fifth of
// the canvas, since most shapes are small; filters, masks and layers are taken to cover all of it.
const fill = 0.1;
const gradientFill = 2;
const patternFill = 10;
const layer = 4;
const mask = 15;
const filterFunctionCost = 130;

function product(value: string | undefined, fallback: number): number {
  const numbers = (value ?? "").split(/[\s,]+/, 3).filter((part) => part !== "");
  const [first = fallback, second = first] = numbers.map(Number);
  const result = Math.abs(first * second);
  return Number.isNaN(result) ? fallback * fallback : result;
}

/** Milliseconds a megapixel of the filter primitives that cost more than others, by their attributes. */
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

const shapes = new Set([
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "image",
]);

/** Elements whose content is drawn only where something refers to them. */
const templates: ReadonlySet<string> = new Set(
  "defs symbol pattern mask clipPath marker filter linearGradient radialGradient style script metadata foreignObject".split(
    " ",
  ),
);

/** What an element costs by itself. */
export function ownCost(name: string, attribute: (name: string) => string | undefined): number {
  // Its cost grows with the square of a radius that every transform scales, so that a few bytes hang a renderer.
  if (name === "feMorphology") throw forbidden("the filter primitive feMorphology is not drawn");
  if (shapes.has(name)) return fill;
  const primitive = filterPrimitives[name];
  if (primitive) return primitive(attribute);
  return name.startsWith("fe") && !name.startsWith("feFunc") ? otherPrimitive : 0;
}

/** More than this of elements, rules and references together is a style sheet made to be slow. */
const mostApplied = 2_000_000;

/** Adds to each element what the style sheets say of it. */
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
  /** The longest way down through children and references. */
  depth: number;
}

const tooDeep = () => forbidden("its references are nested too deeply");

const surcharge: Readonly<Record<string, number>> = {
  linearGradient: gradientFill,
  radialGradient: gradientFill,
  pattern: patternFill,
  mask,
  filter: 0,
};

/**
 * What drawing costs, every `use`, pattern, mask, marker and filter expanded, in time linear in the file.
 *
 * @throws ToolsError `image_too_large` where more is drawn than {@link svgLimits} allow; `invalid_image` where
 * references run in a circle.
 */
export function predictDrawing(elements: readonly SvgElement[], rules: readonly StyleRule[]): DrawingCost {
  applyRules(elements, rules);
  const byId = new Map<string, SvgElement>();
  for (const element of elements)
    if (element.id !== null && !byId.has(element.id)) byId.set(element.id, element);
  const known = new Map<SvgElement, Cost | "open">();

  const add = (total: Cost, part: Cost, times = 1) => {
    total.elements += part.elements * times;
    total.perMegapixel += part.perMegapixel * times;
    total.layers = Math.max(total.layers, part.layers);
    total.depth = Math.max(total.depth, part.depth + 1);
  };

  /** The cost of an element's content, and of itself where `drawn`. */
  const costOf = (element: SvgElement, depth: number): Cost => {
    const before = known.get(element);
    if (before === "open") throw forbidden("its references run in a circle");
    if (before) return before;
    if (depth > svgLimits.depth) throw tooDeep();
    known.set(element, "open");
    const cost: Cost = {
      elements: 1,
      perMegapixel: element.own + element.filterFunctions * filterFunctionCost,
      layers: 0,
      depth: 0,
    };
    for (const child of element.children) if (!templates.has(child.name)) add(cost, costOf(child, depth + 1));
    const targets = element.href === null ? element.references : [...element.references, element.href];
    for (const id of targets) {
      const target = byId.get(id);
      if (!target) continue;
      add(cost, costOf(target, depth + 1), target.name === "marker" ? element.vertices : 1);
      cost.perMegapixel += surcharge[target.name] ?? 0;
    }
    if (element.layer) {
      cost.layers += 1;
      cost.perMegapixel += layer;
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
      `image: expected an svg that draws at most ${svgLimits.drawnElements} elements, its references expanded`,
    );
  return { perMegapixel: cost?.perMegapixel ?? 0, layers: cost?.layers ?? 0 };
}
