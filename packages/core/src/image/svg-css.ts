import type { SvgElement } from "./svg-references.ts";

/** A declaration of CSS. */
export interface Declaration {
  name: string;
  value: string;
  isImportant: boolean;
}

/** A part of a selector for one element. */
interface Compound {
  /** The combinator before it; empty for the first compound. */
  combinator: "" | " " | ">";
  tests: ((element: SvgElement) => boolean)[];
}

/** A rule of a style sheet with one selector. */
export interface Rule {
  compounds: Compound[];
  specificity: number;
  /** True if the renderer does not know its selector. */
  isUnknown: boolean;
  declarations: Declaration[];
}

/** Returns the parts of a text between separators that are outside quotes and brackets. */
export function splitCss(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (quote) quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    } else if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1);
  }
  parts.push(text.slice(start));
  return parts;
}

/** Returns the declarations of a style attribute or of the body of a rule. */
export function readDeclarations(css: string): Declaration[] {
  return splitCss(css, ";").flatMap((part) => {
    const colon = part.indexOf(":");
    if (colon < 0) return [];
    const name = part.slice(0, colon).trim();
    const written = part.slice(colon + 1).trim();
    const isImportant = /!\s{0,100}important$/i.test(written);
    const value = isImportant ? written.slice(0, written.lastIndexOf("!")).trim() : written;
    return [{ name: name.startsWith("--") ? name : name.toLowerCase(), value, isImportant }];
  });
}

const classLists = new WeakMap<SvgElement, ReadonlySet<string>>();

function classes(element: SvgElement): ReadonlySet<string> {
  const known = classLists.get(element) ?? new Set((element.attributes["class"] ?? "").split(/\s+/));
  classLists.set(element, known);
  return known;
}

const simple =
  /\*\||\*|\.(-?[\w\u0080-\uffff-]{1,200})|#([\w\u0080-\uffff-]{1,200})|\[\s{0,9}([\w:-]{1,100})\s{0,9}(?:=\s{0,9}["']?([^"'\]]{0,200})["']?\s{0,9})?\]|:(root|where|is|not)(?:\(([^()]{0,1000})\))?|([a-zA-Z][\w-]{0,100})/y;

/** A compound with its specificity. `null` for one that is not known. */
function readCompound(text: string): { tests: Compound["tests"]; weight: number; isUnknown: boolean } | null {
  const tests: Compound["tests"] = [];
  let weight = 0;
  let isUnknown = false;
  for (let position = 0; position < text.length;) {
    simple.lastIndex = position;
    const found = simple.exec(text);
    if (!found) return null;
    const [whole, className, id, attribute, wanted, pseudo, list, type] = found;
    position += whole.length;
    if (className !== undefined) tests.push((element) => classes(element).has(className));
    else if (id !== undefined) tests.push((element) => element.id === id);
    else if (attribute !== undefined)
      tests.push(({ attributes }) =>
        wanted === undefined ? attributes[attribute] !== undefined : attributes[attribute] === wanted,
      );
    else if (type !== undefined) tests.push(({ name }) => name === type);
    else if (pseudo === "root") tests.push(({ parent }) => parent === null);
    else if (pseudo !== undefined) {
      const inner = splitCss(list ?? "", ",").map((part) => readCompound(part.trim()));
      const known = inner.filter((compound) => compound !== null);
      if (known.length < inner.length || list === undefined) return null;
      const matchesAny = (element: SvgElement) =>
        known.some((compound) => compound.tests.every((test) => test(element)));
      tests.push(pseudo === "not" ? (element) => !matchesAny(element) : matchesAny);
      isUnknown ||= pseudo !== "not";
      if (pseudo !== "where") weight += Math.max(0, ...known.map((compound) => compound.weight));
    }
    if (id !== undefined) weight += 10_000;
    else if (className !== undefined || attribute !== undefined || pseudo === "root") weight += 100;
    else if (type !== undefined) weight += 1;
  }
  return { tests, weight, isUnknown };
}

/** Returns a selector without commas, or `null` if it has a part that is not known. */
function readSelector(text: string): Omit<Rule, "declarations"> | null {
  const compounds: Compound[] = [];
  let specificity = 0;
  let isUnknown = false;
  let combinator: Compound["combinator"] = "";
  for (const word of splitCss(text.trim().replaceAll(">", " > "), " ")) {
    if (word === "") continue;
    if (word === ">") {
      combinator = ">";
      continue;
    }
    const compound = readCompound(word.trim());
    if (!compound || compounds.length === 20) return null;
    compounds.push({ combinator: compounds.length === 0 ? "" : combinator || " ", tests: compound.tests });
    specificity += compound.weight;
    isUnknown ||= compound.isUnknown;
    combinator = "";
  }
  return compounds.length > 0 ? { compounds, specificity, isUnknown } : null;
}

/** At-rules whose content a still picture on a light screen has. The renderer skips them. */
const applies =
  /^@(?:layer|supports)(?![\w-])|^@media\s{0,9}(?:only\s)?\s{0,9}(?:screen|all|\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}light\s{0,9}\))\s{0,9}$/i;

const maxNesting = 8;

/** Returns the rules of a style sheet without comments. */
export function readRules(sheet: string, level = 0): Rule[] {
  const rules: Rule[] = [];
  let position = 0;
  for (;;) {
    const open = sheet.indexOf("{", position);
    if (open < 0) return rules;
    const before = sheet.slice(position, open);
    const prelude = before.slice(before.lastIndexOf(";") + 1).trim();
    let depth = 1;
    let end = open + 1;
    for (; end < sheet.length && depth > 0; end++) {
      if (sheet[end] === "{") depth++;
      else if (sheet[end] === "}") depth--;
    }
    position = end;
    const body = sheet.slice(open + 1, end - 1);
    if (prelude.startsWith("@")) {
      if (!applies.test(prelude) || level === maxNesting) continue;
      for (const rule of readRules(body, level + 1)) rules.push({ ...rule, isUnknown: true });
      continue;
    }
    const declarations = readDeclarations(body);
    for (const selector of splitCss(prelude, ",")) {
      const read = readSelector(selector);
      if (read) rules.push({ ...read, declarations });
    }
  }
}

/** Returns whether a rule applies to an element. */
export function matches({ compounds }: Rule, element: SvgElement): boolean {
  const matchesAt = (index: number, candidate: SvgElement | null): boolean => {
    const compound = compounds[index];
    if (!compound) return true;
    if (!candidate?.name || !compound.tests.every((test) => test(candidate))) return false;
    if (compound.combinator === "") return true;
    if (compound.combinator === ">") return matchesAt(index - 1, candidate.parent);
    // The nearest ancestor that matches decides, so that the time does not multiply with the selector's length.
    for (let above = candidate.parent; above; above = above.parent)
      if (compounds[index - 1]?.tests.every((test) => test(above))) return matchesAt(index - 1, above);
    return false;
  };
  return matchesAt(compounds.length - 1, element);
}
