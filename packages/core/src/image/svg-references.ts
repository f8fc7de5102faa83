import { ToolsError } from "../errors.ts";

/** The references and effects of one rule of a style sheet or of one element. */
export interface Declarations {
  /** The ids of all `url(#id)`. */
  references: string[];
  /** Filter functions such as `blur(4px)`. */
  filterFunctions: number;
  /** True if the renderer needs a separate bitmap, for opacity, blending or isolation. */
  layer: boolean;
}

/** A rule of a style sheet. `names` are the `.class`, `#id` and `element` at the ends of its selectors, or `*`. */
export interface StyleRule extends Declarations {
  names: string[];
}

export function forbidden(detail: string): ToolsError {
  return new ToolsError("invalid_image", `image: svg was recognized, but ${detail}`);
}

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

/** Returns the targets of all `url(…)` in a value, without quotes and white space. */
function urlsIn(value: string): string[] {
  const lower = value.toLowerCase();
  const urls: string[] = [];
  for (let start = lower.indexOf("url("); start >= 0;) {
    const close = value.indexOf(")", start);
    const end = close < 0 ? value.length : close;
    urls.push(value.slice(start + 4, end).replace(/^[\s"']{1,16}|[\s"']{1,16}$/g, ""));
    start = lower.indexOf("url(", end);
  }
  return urls;
}

function idOf(url: string): string {
  if (!url.startsWith("#")) throw externalReference(url);
  return url.slice(1);
}

const filterFunction =
  /\b(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/g;

/** Returns the declarations of one property, as attribute or in CSS. */
export function readProperty(property: string, value: string, into: Declarations): void {
  const name = property.toLowerCase();
  const plain = value.includes("\\") || value.includes("/*") ? plainCss(value) : value;
  if (plain.includes("(")) for (const url of urlsIn(plain)) into.references.push(idOf(url));
  if (name === "filter") into.filterFunctions += plain.toLowerCase().match(filterFunction)?.length ?? 0;
  if (name === "opacity") into.layer ||= Number(plain) !== 1;
  if (name === "mix-blend-mode") into.layer ||= plain.trim() !== "normal";
  if (name === "isolation" || name === "filter" || name === "mask") into.layer ||= plain.trim() !== "none";
}

/** Returns the declarations of a `style` attribute or of the body of a rule. */
export function readDeclarations(css: string, into: Declarations): void {
  for (const declaration of plainCss(css).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) readProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1), into);
  }
}

/** Returns the names at the ends of the selectors in a list. A selector that ends without a name is `*`. */
function namesOf(selectors: string): string[] {
  return selectors.split(",").flatMap((selector) => {
    const compound =
      selector
        .trim()
        .split(/[\s>+~]/)
        .at(-1) ?? "";
    return compound.split(/[:[]/, 1)[0]?.match(/[.#]?[\w\u0080-\uffff-]+/g) ?? ["*"];
  });
}

/**
 * Returns the rules of a style sheet. A brace in a string can make it misread a sheet. It then applies declarations to
 * all elements, which can only raise the predicted cost.
 *
 * @throws ToolsError `invalid_image` if the sheet references anything outside the file.
 */
export function readStyleSheet(css: string): StyleRule[] {
  const plain = plainCss(css);
  if (plain.toLowerCase().includes("@import")) throw externalReference("@import");
  const rules: StyleRule[] = [];
  let selector = "";
  let start = 0;
  for (let index = 0; index < plain.length; index++) {
    const character = plain.charAt(index);
    if (character === "{") selector = plain.slice(start, index).trim();
    else if (character === "}") {
      const body = plain.slice(start, index);
      const rule: StyleRule = { names: namesOf(selector), references: [], filterFunctions: 0, layer: false };
      if (selector === "@font-face") {
        // Renderers of files load no fonts, but a font inside the file is valid.
        for (const url of urlsIn(body)) if (!/^(?:#|data:)/i.test(url)) throw externalReference(url);
      } else readDeclarations(body, rule);
      if (rule.references.length > 0 || rule.filterFunctions > 0 || rule.layer) rules.push(rule);
      selector = "";
    } else continue;
    start = index + 1;
  }
  return rules;
}
