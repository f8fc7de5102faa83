import { legacyColor, modernColor } from "./css-colors.ts";
import { splitCss } from "./svg-css.ts";

/** Pixels per unit of CSS (CSS Values 4 §6.2). An `em` of the root element is 16 pixels. */
const pixelsPer: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  pt: 4 / 3,
  pc: 16,
  rem: 16,
};

const number = String.raw`[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:e[+-]?\d{1,2})?`;
const length = new RegExp(String.raw`^\s{0,9}(${number})(px|in|cm|mm|q|pt|pc|rem|em|ex|ch|%)?\s{0,9}$`, "i");
const physical = new RegExp(String.raw`(?<![\w.#%-])(${number})(in|cm|mm|q|pt|pc|rem)(?![\w-])`, "gi");

const round = (value: number) => Number(value.toFixed(4));

/** Returns the pixels of a length, or `null` for a percentage, `auto` and anything else. */
export function readPixels(text: string | undefined): number | null {
  const found = length.exec(text ?? "");
  if (!found || found[2] === "%") return null;
  const unit = found[2]?.toLowerCase() ?? "px";
  const each = pixelsPer[unit] ?? (unit === "em" ? 16 : 8);
  return Number(found[1]) * each;
}

/** Returns a value with its physical lengths in pixels. The renderer has 72 dots per inch, CSS 96. */
function inPixels(value: string): string {
  return value.replace(physical, (_, count: string, unit: string) =>
    String(round(Number(count) * (pixelsPer[unit.toLowerCase()] ?? 1))),
  );
}

/** Finds a custom property for an element, or returns `undefined`. */
export type Lookup = (name: string) => string | undefined;

/** A value may name others that name others: 2 kB could expand to gigabytes. */
const maxResolved = 10_000;
const maxNames = 50;
const maxLookups = 200;

/** Returns a value with its variables replaced (CSS Variables 1 §3), or `null` if one has no value. */
function resolveVariables(value: string, lookup: Lookup, seen: readonly string[] = []): string | null {
  const start = value.search(/(?<![\w-])var\(/i);
  if (start < 0) return value;
  const inner = splitCss(value.slice(start + 4), ")")[0] ?? "";
  const [name = "", ...fallback] = splitCss(inner, ",");
  const key = name.trim();
  const found = seen.includes(key) || seen.length >= maxNames ? undefined : lookup(key);
  const own = found === undefined ? null : resolveVariables(found, lookup, [...seen, key]);
  const replaced =
    own ?? (fallback.length > 0 ? resolveVariables(fallback.join(",").trim(), lookup, seen) : null);
  if (replaced === null || replaced.length + value.length > maxResolved) return null;
  const rest = resolveVariables(value.slice(start + 4 + inner.length + 1), lookup, seen);
  return rest === null ? null : value.slice(0, start) + replaced + rest;
}

/** A number with its unit: pixels, percent or none. */
interface Quantity {
  value: number;
  unit: "px" | "%" | "";
}

const combine: Readonly<Record<string, (values: number[]) => number>> = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  clamp: ([low = 0, value = 0, high = 0]) => Math.max(low, Math.min(value, high)),
};

const token = new RegExp(String.raw`\s{1,100}|(${number})(px|%|deg)?|(calc|min|max|clamp)?\(|[-+*/),]`, "iy");

/** Evaluates an expression of CSS (CSS Values 4 §10), or throws a RangeError if its units differ. */
function evaluate(text: string): Quantity {
  let position = 0;
  const next = (): RegExpExecArray | null => {
    token.lastIndex = position;
    const found = token.exec(text);
    if (found) position += found[0].length;
    return found && /^\s/.test(found[0]) ? next() : found;
  };
  const peek = (): string => {
    const before = position;
    const sign = next()?.[0] ?? "";
    position = before;
    return sign;
  };
  const sameUnit = (left: Quantity, right: Quantity): Quantity["unit"] => {
    if (left.unit !== right.unit && left.value !== 0 && right.value !== 0) throw new RangeError("units");
    return left.value === 0 ? right.unit : left.unit;
  };
  const operand = (depth: number): Quantity => {
    const found = next();
    if (!found || depth > 30) throw new RangeError("operand");
    const [whole, digits, unit, name] = found;
    if (digits !== undefined)
      return { value: Number(digits), unit: unit === "%" ? "%" : unit?.toLowerCase() === "px" ? "px" : "" };
    if (!whole.endsWith("(")) throw new RangeError("operand");
    const values = [sum(depth + 1)];
    for (let sign = next()?.[0]; sign !== ")"; sign = next()?.[0]) {
      if (sign !== ",") throw new RangeError("list");
      values.push(sum(depth + 1));
    }
    const [first = { value: 0, unit: "" }] = values;
    const unitOfAll = values.reduce<Quantity>(
      (all, value) => ({ value: 1, unit: sameUnit(all, value) }),
      first,
    ).unit;
    const joined = combine[name?.toLowerCase() ?? ""];
    return joined ? { value: joined(values.map(({ value }) => value)), unit: unitOfAll } : first;
  };
  const product = (depth: number): Quantity => {
    let left = operand(depth);
    while (["*", "/"].includes(peek())) {
      const sign = next()?.[0];
      const right = operand(depth);
      if (left.unit && right.unit) throw new RangeError("units");
      left = {
        value: sign === "*" ? left.value * right.value : left.value / right.value,
        unit: left.unit || right.unit,
      };
    }
    return left;
  };
  const sum = (depth: number): Quantity => {
    let left = product(depth);
    for (let sign = peek(); /^[+-]/.test(sign); sign = peek()) {
      // A sign before a digit was read with its number.
      if (sign === "+" || sign === "-") next();
      const right = product(depth);
      left = { value: left.value + (sign === "-" ? -right.value : right.value), unit: sameUnit(left, right) };
    }
    return left;
  };
  const result = sum(0);
  if (peek() !== "" || position < text.trimEnd().length || !Number.isFinite(result.value))
    throw new RangeError("expression");
  return result;
}

const expression = /(?<![\w-])(?:calc|min|max|clamp)\(/i;

/** Replaces each call of a function in a value. Returns `null` if one has no replacement. */
function replaceCalls(value: string, name: RegExp, replace: (call: string) => string | null): string | null {
  const start = value.search(name);
  if (start < 0) return value;
  const open = value.indexOf("(", start);
  const end = open + 1 + (splitCss(value.slice(open + 1), ")")[0] ?? "").length + 1;
  const replaced = replace(value.slice(start, end));
  const rest = replaceCalls(value.slice(end), name, replace);
  return replaced === null || rest === null ? null : value.slice(0, start) + replaced + rest;
}

/** Returns whether a value has anything that the renderer does not know, or understands differently from CSS. */
export function isModern(value: string): boolean {
  return (
    /(?<![\w-])var\(/i.test(value) ||
    expression.test(value) ||
    modernColor.test(value) ||
    value.search(physical) >= 0
  );
}

/**
 * Returns a value that the renderer knows. `null` if there is none, `undefined` if a variable has no value, which leaves
 * the property as if it were not set.
 */
export function plainValue(value: string, lookup: Lookup): string | null | undefined {
  let lookups = 0;
  const limited: Lookup = (name) => (++lookups > maxLookups ? undefined : lookup(name));
  const resolved = value.length > maxResolved ? null : resolveVariables(value, limited);
  if (resolved === null) return undefined;
  const colored = replaceCalls(resolved, modernColor, legacyColor);
  return (
    colored &&
    replaceCalls(inPixels(colored), expression, (call) => {
      try {
        const { value: result, unit } = evaluate(call);
        return `${round(result)}${unit}`;
      } catch {
        return null;
      }
    })
  );
}
