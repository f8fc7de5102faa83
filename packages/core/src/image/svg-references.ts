import { ToolsError } from "../errors.ts";

/** Returns the error for an SVG with content that is not allowed. */
export function forbidden(detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_image", `image: svg was recognized, but ${detail}`, { cause });
}

/** Returns the error for an SVG that refers to something outside the file. */
export function externalReference(target: string): ToolsError {
  return forbidden(
    `it refers to ${JSON.stringify(target.slice(0, 60).toWellFormed())}; only references within the file are allowed`,
  );
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

/** Returns the targets of all `url(…)` in plain CSS, without quotes and white space. */
function findUrls(plain: string): string[] {
  const lower = plain.toLowerCase();
  const urls: string[] = [];
  for (let start = lower.indexOf("url("); start >= 0;) {
    const close = plain.indexOf(")", start);
    const end = close < 0 ? plain.length : close;
    urls.push(plain.slice(start + 4, end).replace(/^[\s"']{1,16}|[\s"']{1,16}$/g, ""));
    start = lower.indexOf("url(", end);
  }
  return urls;
}

/**
 * Returns the ids of all `url(#id)` in the value of an attribute.
 *
 * @throws ToolsError `invalid_image` for a URL of anything else.
 */
export function readIds(value: string): string[] {
  const plain = value.includes("\\") || value.includes("/*") ? plainCss(value) : value;
  if (!plain.includes("(")) return [];
  return findUrls(plain).map((url) => {
    if (!url.startsWith("#")) throw externalReference(url);
    return url.slice(1);
  });
}

/** @throws ToolsError `invalid_image` if a style sheet refers to anything outside the file. */
export function checkStyleSheet(css: string): void {
  const plain = plainCss(css);
  if (plain.toLowerCase().includes("@import")) throw externalReference("@import");
  // Renderers of files load no fonts, but a font inside the file is valid.
  const rest = plain.replace(/@font-face\s{0,100}\{([^{}]{0,4000000})\}/gi, (_, body: string) => {
    for (const url of findUrls(body)) if (!/^(?:#|data:)/i.test(url)) throw externalReference(url);
    return "";
  });
  readIds(rest);
}

/** An element of an SVG. */
export interface SvgElement {
  id: string | undefined;
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
