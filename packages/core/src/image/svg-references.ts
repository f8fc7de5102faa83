import { ToolsError } from "../errors.ts";

/** Returns the error for an SVG with content that is not allowed. */
export function forbidden(detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_image", `image: svg was recognized, but ${detail}`, { cause });
}

/** Returns CSS without comments and escapes, since a renderer reads `\75rl(…)` as `url(…)`. */
function plainCss(css: string): string {
  let plain = "";
  let from = 0;
  for (let start = css.indexOf("/*"); start >= 0; start = css.indexOf("/*", from)) {
    const end = css.indexOf("*/", start + 2);
    plain += css.slice(from, start);
    from = end < 0 ? css.length : end + 2;
  }
  plain += css.slice(from);
  return plain.replace(
    /\\(?:([0-9a-fA-F]{1,6})\s?|([^]))/g,
    (_, code: string | undefined, character: string) => {
      const point = code === undefined ? 0 : parseInt(code, 16);
      return code === undefined ? character : String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd);
    },
  );
}

/** CSS without references to anything outside the file. */
export interface LocalCss {
  /** The CSS without comments, escapes and external references. */
  css: string;
  /** The ids that it refers to. */
  ids: string[];
  /** The external references that were removed. */
  external: string[];
}

/** Removes external `url(…)` from plain CSS. A property without another value becomes `none`, as for a missing element. */
function removeExternalUrls(plain: string): LocalCss {
  const found: LocalCss = { css: "", ids: [], external: [] };
  const lower = plain.toLowerCase();
  let from = 0;
  for (let start = lower.indexOf("url("); start >= 0; start = lower.indexOf("url(", from)) {
    const close = plain.indexOf(")", start);
    const end = close < 0 ? plain.length : close;
    const url = plain.slice(start + 4, end).replace(/^[\s"']{1,16}|[\s"']{1,16}$/g, "");
    if (url.startsWith("#")) {
      found.ids.push(url.slice(1));
      found.css += plain.slice(from, end + 1);
    } else {
      found.external.push(url);
      const isAlone = /^\s{0,100}(?:[;!}]|$)/.test(plain.slice(end + 1, end + 102));
      found.css += plain.slice(from, start) + (isAlone ? "none" : "");
    }
    from = end + 1;
  }
  found.css += plain.slice(from);
  return found;
}

/** Returns the value of an attribute without external references. */
export function readAttribute(value: string): LocalCss {
  const plain = value.includes("\\") || value.includes("/*") ? plainCss(value) : value;
  if (!plain.includes("(")) return { css: value, ids: [], external: [] };
  return removeExternalUrls(plain);
}

/** Returns a style sheet without external references. */
export function readStyleSheet(sheet: string): LocalCss {
  const found: LocalCss = { css: "", ids: [], external: [] };
  const plain = plainCss(sheet).replace(/@import[^;]*;?/gi, (rule) => {
    found.external.push(rule.slice(0, 100));
    return "";
  });
  const add = ({ css, ids, external }: LocalCss) => {
    found.css += css;
    found.ids.push(...ids);
    found.external.push(...external);
  };
  let from = 0;
  // Renderers of files load no fonts, but a font inside the file is valid.
  for (const { 0: rule, 1: body = "", index } of plain.matchAll(
    /@font-face\s{0,100}\{([^{}]{0,4000000})\}/gi,
  )) {
    add(removeExternalUrls(plain.slice(from, index)));
    from = index + rule.length;
    const { ids, external } = removeExternalUrls(body);
    const fetched = external.filter((url) => !/^data:/i.test(url));
    add({ css: fetched.length > 0 ? "" : rule, ids, external: fetched });
  }
  add(removeExternalUrls(plain.slice(from)));
  return found;
}

/** An element of an SVG. */
export interface SvgElement {
  /** Its name without a namespace prefix. */
  name: string;
  id: string | undefined;
  /** Without references to anything outside the file. */
  attributes: Readonly<Record<string, string>>;
  parent: SvgElement | null;
  isTemplate: boolean;
  children: SvgElement[];
  /** The ids of the elements that it draws or inherits from. */
  references: string[];
}

/** The maximum of nesting and references together. A renderer follows both by recursion. */
const maxDepth = 400;

/** Ten `use` of ten `use` of ten …: 2 kB can draw a billion rectangles. Limits the drawn elements after expansion. */
const maxDrawn = 200_000;

/**
 * Checks the references of attributes, in time linear in the file. librsvg also limits those of style sheets: 500
 * levels and 500,000 elements.
 *
 * @throws ToolsError `image_too_large` if a drawing is too large after every `use`, pattern, mask and filter is
 *   expanded;
 *   `invalid_image` if references form a cycle or are too deep.
 */
export function checkReferences(elements: readonly SvgElement[]): void {
  const byId = new Map<string, SvgElement>();
  for (const element of elements)
    if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element);
  const known = new Map<SvgElement, { drawn: number; depth: number } | "open">();

  const measure = (element: SvgElement, level: number): { drawn: number; depth: number } => {
    const before = known.get(element);
    if (before === "open") throw forbidden("its references are circular");
    if (before) return before;
    if (level > maxDepth) throw forbidden("its references are nested too deeply");
    known.set(element, "open");
    let drawn = 1;
    let depth = 0;
    const targets = element.references.flatMap((id) => byId.get(id) ?? []);
    for (const part of [...element.children.filter(({ isTemplate }) => !isTemplate), ...targets]) {
      const measured = measure(part, level + 1);
      drawn += measured.drawn;
      depth = Math.max(depth, measured.depth + 1);
    }
    if (depth > maxDepth) throw forbidden("its references are nested too deeply");
    known.set(element, { drawn, depth });
    return { drawn, depth };
  };

  const [root] = elements;
  if (root && measure(root, 0).drawn > maxDrawn)
    throw new ToolsError(
      "image_too_large",
      `image: expected an svg that draws at most ${maxDrawn} elements after its references are expanded, received more`,
    );
}
