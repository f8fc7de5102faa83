import type { Size } from "./size.ts";
import { boundsOf, type Box } from "./svg-bounds.ts";
import { type Declaration, matches, readDeclarations, readRules, type Rule } from "./svg-css.ts";
import type { SvgElement } from "./svg-references.ts";
import { isModern, type Lookup, plainValue, readPixels } from "./svg-values.ts";

/** The size of an object without one (CSS 2.2 §10.3.2). */
export const defaultSize: Size = { width: 300, height: 150 };

/** Rules that are matched with elements. A sheet and a drawing of 4 MB could make billions. */
const maxMatches = 2_000_000;

/** Elements that the renderer skips. */
const skipped = new Set(["foreignObject", "textPath", "script", "video", "audio", "canvas", "iframe"]);

/** CSS that the renderer skips, and that is not rewritten. */
const skippedCss: readonly (readonly [string, RegExp])[] = [
  [
    "clip-path with a shape",
    /(?<![\w-])clip-path\s{0,9}:\s{0,9}(?:circle|ellipse|polygon|inset|path|rect|xywh)\(/i,
  ],
  ["translate, rotate and scale as properties", /(?:^|[{;\s])(?:translate|rotate|scale)\s{0,9}:/i],
  ["offset-path", /(?<![\w-])offset-path\s{0,9}:/i],
];

/** Properties of CSS that children inherit (SVG 2 appendix on properties). */
const inherited =
  /^(?:fill|stroke|color|font|text|letter|word|marker|clip-rule|visibility|paint-order|direction)/;

const transformProperties = ["transform", "transform-origin", "transform-box"];

/** A declaration with its rank: those of sheets follow attributes, those of `style` follow sheets. */
interface Ranked extends Declaration {
  rank: number;
  from: "attribute" | "sheet" | "style";
  isUnknown: boolean;
}

/** Returns the winning declaration of an element for each of the names. */
function cascade(
  element: SvgElement,
  rules: readonly Rule[],
  names: (name: string) => boolean,
): Map<string, Ranked> {
  const winners = new Map<string, Ranked>();
  const add = (declaration: Ranked) => {
    const before = winners.get(declaration.name);
    const weight = ({ isImportant, rank }: Ranked) => (isImportant ? 1e12 : 0) + rank;
    if (names(declaration.name) && (!before || weight(declaration) >= weight(before)))
      winners.set(declaration.name, declaration);
  };
  for (const [name, value] of Object.entries(element.attributes))
    add({ name, value, isImportant: false, rank: 0, from: "attribute", isUnknown: false });
  for (const rule of rules) {
    if (!matches(rule, element)) continue;
    for (const declaration of rule.declarations)
      add({ ...declaration, rank: 1 + rule.specificity, from: "sheet", isUnknown: rule.isUnknown });
  }
  for (const declaration of readDeclarations(element.attributes["style"] ?? ""))
    add({ ...declaration, rank: 1e9, from: "style", isUnknown: false });
  return winners;
}

/** Returns the names of properties that have a value, or a rule, that the renderer does not know. */
function affectedNames(elements: readonly SvgElement[], rules: readonly Rule[]): Set<string> {
  const names = new Set<string>();
  const add = (declarations: readonly Declaration[], isUnknown: boolean) => {
    for (const { name, value } of declarations)
      if (isUnknown || isModern(value) || name === "d" || name.startsWith("transform-")) names.add(name);
  };
  for (const { declarations, isUnknown } of rules) add(declarations, isUnknown);
  for (const { attributes } of elements) {
    const { style, ...others } = attributes;
    if (style !== undefined) add(readDeclarations(style), false);
    for (const [name, value] of Object.entries(others))
      if (name.startsWith("transform-") || (!isText.test(name) && isModern(value))) names.add(name);
  }
  if (transformProperties.some((name) => names.has(name)))
    for (const name of transformProperties) names.add(name);
  return names;
}

/** Attributes whose value is a name, a text or a list of coordinates. */
const isText = /^(?:id|class|d|points|viewBox|font-family|transform|values|href|data-.*|aria-.*|.*:.*)$/;

interface Rewriting {
  changes: Map<number, Record<string, string>>;
  notDrawn: Set<string>;
}

/** An element with the place of its start tag, the key of its changes. */
type PlacedElement = SvgElement & { start: number };

/** Resolves the values of properties that the renderer does not know. */
function rewriteValues(
  elements: readonly PlacedElement[],
  sheets: readonly string[],
  rewriting: Rewriting,
): void {
  const { changes, notDrawn } = rewriting;
  const all = sheets.flatMap((sheet) => readRules(sheet));
  const names = affectedNames(elements, all);
  if (names.size === 0) return;
  const used = all.filter(({ declarations }) =>
    declarations.some(({ name }) => names.has(name) || name.startsWith("--")),
  );
  const isTooLarge = used.length * elements.length > maxMatches;
  if (isTooLarge) notDrawn.add("a style sheet of many rules");
  const rules = isTooLarge ? [] : used;
  const variables = new Map<SvgElement, Map<string, Ranked>>();
  for (const element of elements) {
    const winners = cascade(element, rules, (name) => names.has(name) || name.startsWith("--"));
    variables.set(element, winners);
    const lookup: Lookup = (name) => {
      for (let owner: SvgElement | null = element; owner; owner = owner.parent) {
        const found = variables.get(owner)?.get(name);
        if (found) return found.value;
      }
      return undefined;
    };
    const change = (attributes: Record<string, string>) => {
      changes.set(element.start, { ...changes.get(element.start), ...attributes });
    };
    let style = "";
    for (const { name, value, from, isUnknown } of winners.values()) {
      if (name.startsWith("--") || name.startsWith("transform-")) continue;
      const isPath = name === "d" && from !== "attribute";
      if (!isUnknown && !isPath && (isText.test(name) || !isModern(value))) continue;
      const plain = plainValue(value, lookup);
      if (plain === null) notDrawn.add(`${name} with ${value.slice(0, 40)}`);
      else if (isPath) change({ d: /^path\(\s{0,9}["']([^"']*)["']\s{0,9}\)$/.exec(plain ?? "")?.[1] ?? "" });
      else if (from === "attribute") change({ [name]: plain ?? "" });
      else if (plain !== undefined || inherited.test(name))
        style += `;${name}:${plain ?? "inherit"}!important`;
    }
    if (names.has("transform-origin") || names.has("transform-box")) {
      const moved = rewriteTransform(element, winners, lookup);
      if (moved === null) notDrawn.add("transform-origin");
      else if (moved && "style" in moved) style += moved.style;
      else if (moved) change(moved);
    }
    if (style !== "") change({ style: withoutReplaced(element, style) + style });
  }
}

/** Returns the style of an element without the properties of another: the renderer mistakes a repeated one. */
function withoutReplaced({ attributes }: SvgElement, style: string): string {
  const replaced = new Set(readDeclarations(style).map(({ name }) => name));
  return readDeclarations(attributes["style"] ?? "")
    .filter(({ name }) => !replaced.has(name))
    .map(({ name, value, isImportant }) => `${name}:${value}${isImportant ? "!important" : ""}`)
    .join(";");
}

const sides: Readonly<Record<string, string>> = {
  left: "0%",
  top: "0%",
  center: "50%",
  right: "100%",
  bottom: "100%",
};

/** Returns the box that percentages of `transform-origin` divide; `null` if it is not known. */
function referenceBox(element: SvgElement, kind: string): Box | null {
  if (kind !== "view-box") return boundsOf(element);
  let viewport: SvgElement | null = element.parent;
  while (viewport && viewport.name !== "svg") viewport = viewport.parent;
  const [, , width, height] = readViewBox(viewport?.attributes["viewBox"]) ?? [];
  return {
    left: 0,
    top: 0,
    right: width ?? readPixels(viewport?.attributes["width"]) ?? defaultSize.width,
    bottom: height ?? readPixels(viewport?.attributes["height"]) ?? defaultSize.height,
  };
}

/**
 * Returns the attributes of an element whose transform has its origin in it (CSS Transforms 1 §6). `undefined` if there
 * is nothing to change, `null` if the origin is not known.
 */
function rewriteTransform(
  element: SvgElement,
  winners: ReadonlyMap<string, Ranked>,
  lookup: Lookup,
): Record<string, string> | null | undefined {
  const read = (name: string) => {
    const found = winners.get(name);
    return found && plainValue(found.value, lookup);
  };
  const transform = winners.get("transform");
  const written = read("transform");
  const origin = read("transform-origin") ?? "0 0";
  const kind = read("transform-box") ?? "view-box";
  if (!transform || !written || written === "none" || element.parent === null) return undefined;
  const words = origin.trim().split(/\s+/).slice(0, 2);
  // "top left" names the vertical side first.
  const [first = "50%", second = "50%"] =
    /^(?:top|bottom)$/.test(words[0] ?? "") || /^(?:left|right)$/.test(words[1] ?? "")
      ? words.toReversed()
      : words;
  const isRelative = kind !== "view-box" || /%|[a-z]/i.test(origin.replaceAll("px", ""));
  const box = isRelative ? referenceBox(element, kind) : { left: 0, top: 0, right: 0, bottom: 0 };
  if (!box) return null;
  const place = (word: string, start: number, end: number) => {
    const text = sides[word] ?? word;
    const pixels = text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * (end - start) : readPixels(text);
    return pixels === null || !Number.isFinite(pixels) ? null : start + pixels;
  };
  const x = place(first, box.left, box.right);
  const y = place(second, box.top, box.bottom);
  if (x === null || y === null) return null;
  return transform.from === "attribute"
    ? { transform: `translate(${x} ${y}) ${written} translate(${-x} ${-y})` }
    : // The renderer does not read `!important` after a transform.
      { style: `;transform:translate(${x}px,${y}px) ${written} translate(${-x}px,${-y}px)` };
}

/** Returns the four numbers of a `viewBox`, or `null`. */
function readViewBox(text: string | undefined): readonly [number, number, number, number] | null {
  const [x, y, width, height] = (text ?? "")
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number);
  const isValid = x !== undefined && y !== undefined && (width ?? 0) > 0 && (height ?? 0) > 0;
  return isValid && width !== undefined && height !== undefined ? [x, y, width, height] : null;
}

/** Returns the size of a drawing: its own in pixels of CSS, or that of `box` in its proportions. */
function drawingSize(attributes: Readonly<Record<string, string>>, box: Size): Size {
  const style = new Map(readDeclarations(attributes["style"] ?? "").map(({ name, value }) => [name, value]));
  const side = (name: "width" | "height") => readPixels(style.get(name)) ?? readPixels(attributes[name]);
  const width = side("width");
  const height = side("height");
  const [, , viewWidth, viewHeight] = readViewBox(attributes["viewBox"]) ?? [];
  if (viewWidth === undefined || viewHeight === undefined)
    return { width: width ?? box.width, height: height ?? box.height };
  if (width !== null) return { width, height: height ?? (width * viewHeight) / viewWidth };
  if (height !== null) return { width: (height * viewWidth) / viewHeight, height };
  return { width: viewWidth, height: viewHeight };
}

/** Adds the names of elements and of CSS that the renderer skips. */
function findSkipped(
  elements: readonly SvgElement[],
  sheets: readonly string[],
  notDrawn: Set<string>,
): void {
  for (const { name, attributes, children, parent } of elements) {
    // A `switch` has the drawing for renderers that skip it.
    const hasAlternative = parent?.name === "switch" && parent.children.length > 1;
    const isEmpty = name === "foreignObject" && children.length === 0;
    if (skipped.has(name) && !hasAlternative && !isEmpty) notDrawn.add(name);
    const { style } = attributes;
    if (style !== undefined)
      for (const [called, pattern] of skippedCss) if (pattern.test(style)) notDrawn.add(called);
  }
  for (const sheet of sheets)
    for (const [called, pattern] of skippedCss) if (pattern.test(sheet)) notDrawn.add(called);
}

/**
 * Returns the attributes that change so that a renderer with less of CSS draws the same: variables, `calc()`, the colors
 * of CSS Color 4, physical lengths at 96 per inch, `transform-origin`, and the size of the drawing. The keys are the
 * places of start tags. `notDrawn` names what the renderer still does not draw.
 *
 * @param box - The size of a drawing that has none.
 */
export function rewriteSvg(
  elements: readonly PlacedElement[],
  sheets: readonly string[],
  box: Size,
): { changes: ReadonlyMap<number, Record<string, string>>; notDrawn: string[] } {
  const rewriting: Rewriting = { changes: new Map(), notDrawn: new Set() };
  const { changes, notDrawn } = rewriting;
  rewriteValues(elements, sheets, rewriting);
  findSkipped(elements, sheets, notDrawn);
  const [root] = elements;
  if (root) {
    const size = drawingSize(root.attributes, box);
    const isWritten = (name: "width" | "height") => Number(root.attributes[name]) === size[name];
    if (!isWritten("width") || !isWritten("height"))
      changes.set(root.start, {
        ...changes.get(root.start),
        width: `${size.width}`,
        height: `${size.height}`,
      });
  }
  return { changes, notDrawn: [...notDrawn] };
}
