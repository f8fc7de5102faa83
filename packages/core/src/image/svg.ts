import { SaxesParser } from "saxes";
import type { SharpConstructor } from "sharp";
import { ToolsError } from "../errors.ts";
import { joinBytes } from "./png.ts";
import { readError } from "./read-error.ts";
import { byteOrderMark, isSvg, sniffFormat } from "./sniff.ts";
import {
  checkReferences,
  forbidden,
  readAttribute,
  readStyleSheet,
  type SvgElement,
} from "./svg-references.ts";

/** A checked SVG, safe to pass to a renderer. */
export interface GuardedSvg {
  /** UTF-8 from the root element on. The renderer draws exactly the characters that were checked. */
  bytes: Uint8Array;
  /** The embedded images, which `guardEmbedded` checks. */
  embedded: Uint8Array[];
  /** The references to anything outside the file, which were removed. */
  external: string[];
}

/** The limits on the content of an SVG. The deadline of its process limits the time of drawing. */
const limits = {
  /** A 97 kB svgz can inflate to 100 MB of white space, which the XML parser would keep. */
  bytes: 4_000_000,
  /** librsvg keeps about 2 kB per element, so 4 MB of `<a/>` would take 2 GB. */
  elements: 100_000,
  /** Renderers recurse: 50,000 nested groups overflow their stack. */
  nesting: 128,
  /** The time of librsvg's text layout grows with the square of the length: 100,000 characters take a minute. */
  textCharacters: 20_000,
  /** Images in the drawing are decoded in full, regardless of the size at which they are drawn. */
  embeddedPixels: 50_000_000,
  embeddedImages: 500,
} as const;

function tooLarge(detail: string): ToolsError {
  return new ToolsError("image_too_large", `image: expected an svg of at most ${detail}, received more`);
}

function tooManyBytes(): ToolsError {
  return tooLarge(`${limits.bytes.toLocaleString("en-US")} bytes after inflation`);
}

/**
 * Returns the content of a gzip file.
 *
 * @throws ToolsError `invalid_image` if it is damaged, `image_too_large` as soon as it exceeds the limit.
 */
export async function inflateSvg(compressed: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The DOM's types accept no view of a SharedArrayBuffer, although Blob copies it like any other.
  const source = new Blob([compressed as Uint8Array<ArrayBuffer>]).stream();
  try {
    for await (const chunk of source.pipeThrough(new DecompressionStream("gzip"))) {
      length += chunk.length;
      // Leaving the loop cancels the stream.
      if (length > limits.bytes) throw tooManyBytes();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ToolsError) throw cause;
    throw new ToolsError("invalid_image", "image: gzip was recognized, but it is damaged or truncated", {
      cause,
    });
  }
  const inflated = joinBytes(chunks);
  if (!isSvg(inflated))
    throw new ToolsError("invalid_image", "image: gzip was recognized, but it contains no svg");
  return inflated;
}

function decode(bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes);
  const start = mark ? "" : String.fromCharCode(...bytes.subarray(0, 256));
  const declared = /^\s{0,64}<\?xml\s[^>]{0,160}?encoding\s{0,8}=\s{0,8}["']([\w.:-]{1,40})["']/.exec(
    start,
  )?.[1];
  try {
    return new TextDecoder(mark?.encoding ?? declared ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw forbidden("its text does not match its encoding", cause);
  }
}

function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(",");
  const isBase64 = uri.slice(0, comma).toLowerCase().endsWith(";base64");
  try {
    const data = decodeURIComponent(uri.slice(comma + 1));
    return Uint8Array.from(isBase64 ? atob(data) : data, (character) => character.charCodeAt(0));
  } catch (cause) {
    throw forbidden("the data of an image in it is invalid", cause);
  }
}

const noCss = { css: "", ids: [], external: [] };

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Elements that draw the element in their `href` or inherit from it. */
const follows = words("use image feImage pattern filter textPath tref linearGradient radialGradient");

/** Elements whose `href` a renderer for still images does not load: links, SVG fonts, programs. */
const inert = words("a font-face-uri script");

/** Elements whose content is drawn only where something refers to them. */
const templates = words(
  "defs symbol pattern mask clipPath marker filter linearGradient radialGradient style script metadata foreignObject",
);

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** A part of the text that is replaced, because it refers to anything outside the file. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

function escapeXml(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a start tag with other values of its attributes. */
function startTag(name: string, attributes: readonly [string, string][], isSelfClosing: boolean): string {
  const written = attributes.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join("");
  return `<${name}${written}${isSelfClosing ? "/" : ""}>`;
}

/** The result of reading the text of an SVG. */
interface ReadSvg {
  embedded: Uint8Array[];
  external: string[];
  /** In order, without overlaps. */
  edits: Edit[];
  /** The index of the root element. */
  root: number;
}

type Found = Pick<ReadSvg, "embedded" | "external">;

/** Returns the id in an `href` that is drawn, and adds the images in it to `found`. `null` removes the attribute. */
function readHref(name: string, href: string, found: Found): string[] | null {
  const target = href.trim();
  if (target.startsWith("#")) return follows.has(name) ? [target.slice(1)] : [];
  if (target === "" || inert.has(name)) return [];
  if (!/^data:/i.test(target) || (name !== "image" && name !== "feImage")) {
    found.external.push(target);
    return null;
  }
  found.embedded.push(decodeDataUri(target));
  if (found.embedded.length > limits.embeddedImages)
    throw forbidden(`it contains more than ${limits.embeddedImages} images`);
  return [];
}

/** Returns the ids that the attributes of an element refer to, and the attributes without external references. */
function readAttributes(name: string, attributes: Readonly<Record<string, string>>, found: Found) {
  const references: string[] = [];
  const kept: [string, string][] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const isHref = localName(key) === "href";
    const ids = isHref ? readHref(name, value, found) : null;
    const { css, ids: inCss, external } = isHref ? noCss : readAttribute(value);
    references.push(...(ids ?? []), ...inCss);
    found.external.push(...external);
    if (!isHref || ids) kept.push([key, external.length > 0 ? css : value]);
  }
  return { references, kept };
}

function readSvg(text: string): ReadSvg {
  const elements: SvgElement[] = [];
  const embedded: Uint8Array[] = [];
  const external: string[] = [];
  const edits: Edit[] = [];
  const open: (SvgElement & { name: string })[] = [];
  let root = 0;
  let tagStart = 0;
  let sheet = { text: "", start: 0 };
  let textCharacters = 0;

  const onText = (characters: string) => {
    const parent = open.at(-1)?.name;
    // Comments and CDATA sections can split a sheet in the middle of a word.
    if (parent === "style") sheet.text += characters;
    if (!open.some(({ name }) => name === "text")) return;
    textCharacters += characters.length;
    if (textCharacters > limits.textCharacters)
      throw tooLarge(`${limits.textCharacters.toLocaleString("en-US")} characters in a text element`);
  };

  const parser = new SaxesParser();
  parser.on("error", (cause) => {
    throw forbidden("it is not well-formed XML", cause);
  });
  parser.on("doctype", (content) => {
    // An internal subset can define entities that multiply or name files.
    if (content.includes("["))
      throw forbidden(
        "it is not well-formed: a document type with an internal subset is not read, since it can define entities",
      );
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target.toLowerCase() !== "xml-stylesheet") return;
    external.push(target);
    // The renderer receives the text from the root element on.
    if (elements.length > 0)
      edits.push({ start: text.lastIndexOf("<?", parser.position), end: parser.position, text: "" });
  });
  parser.on("opentagstart", () => {
    tagStart = text.lastIndexOf("<", parser.position - 1);
    if (elements.length === 0) root = tagStart;
  });
  parser.on("opentag", ({ name: qualified, attributes, isSelfClosing }) => {
    const name = localName(qualified);
    if (elements.length === limits.elements || open.length === limits.nesting)
      throw tooLarge(`${limits.elements} elements, nested at most ${limits.nesting} levels deep`);
    // Its cost grows with the square of a radius that every transform scales, so a few bytes can hang a renderer.
    if (name === "feMorphology") throw forbidden("the filter primitive feMorphology is not supported");
    const before = external.length;
    const { references, kept } = readAttributes(name, attributes, { embedded, external });
    if (external.length > before)
      edits.push({ start: tagStart, end: parser.position, text: startTag(qualified, kept, isSelfClosing) });
    const element = { name, id: attributes["id"], isTemplate: templates.has(name), children: [] };
    const added = { ...element, references };
    open.at(-1)?.children.push(added);
    open.push(added);
    elements.push(added);
    if (name === "text") textCharacters = 0;
    if (name === "style") sheet = { text: "", start: parser.position };
  });
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    if (open.pop()?.name !== "style") return;
    const local = readStyleSheet(sheet.text);
    if (local.external.length === 0) return;
    external.push(...local.external);
    const end = text.lastIndexOf("</", parser.position - 1);
    // An element in a style sheet is part of the text that is replaced.
    while ((edits.at(-1)?.start ?? -1) >= sheet.start) edits.pop();
    edits.push({ start: sheet.start, end, text: escapeXml(local.css) });
  });
  parser.write(text).close();

  checkReferences(elements);
  return { embedded, external, edits, root };
}

/** Returns the text from the root element on, with its edits. */
function edited(text: string, { edits, root }: ReadSvg): string {
  let result = "";
  let from = root;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/**
 * Checks an SVG before a renderer reads it: its size, references to other files, and entities. Returns it without XML
 * declaration, document type and external references, so the renderer's parser reads no content that this one has not
 * checked.
 *
 * @throws ToolsError `invalid_image` if it has forbidden content or is not well-formed (XML 1.0, fifth edition),
 *   `image_too_large` if it exceeds a limit.
 */
export function guardSvg(source: Uint8Array): GuardedSvg {
  if (source.length > limits.bytes) throw tooManyBytes();
  const text = decode(source);
  const { external, ...first } = readSvg(text);
  const drawing = edited(text, { external, ...first });
  let { embedded } = first;
  if (external.length > 0) {
    if (drawing.length > limits.bytes) throw tooManyBytes();
    // The edits must not depend on how well two parsers agree: the renderer gets nothing that has an external reference.
    const second = readSvg(drawing);
    if (second.external.length > 0)
      throw forbidden("it refers to other files in a way that cannot be removed");
    embedded = second.embedded;
  }
  // libvips recognizes an SVG only by "<svg", which a namespace prefix hides.
  const known = drawing.startsWith("<svg") ? drawing : `<!--<svg>-->${drawing}`;
  return { bytes: new TextEncoder().encode(known), embedded, external };
}

/** The formats that a drawing may embed, which its renderer decodes. The guard does not see into SVG within SVG. */
const embeddable = words("jpeg png gif webp");

/**
 * Checks the headers of the images in a drawing, because the renderer decodes them without checking limits.
 *
 * @throws ToolsError `invalid_image` or `image_too_large`.
 */
export async function guardEmbedded(sharp: SharpConstructor, embedded: readonly Uint8Array[]): Promise<void> {
  let pixels = 0;
  for (const image of embedded) {
    const format = sniffFormat(image);
    if (format === null || !embeddable.has(format))
      throw forbidden("an image in it is not jpeg, png, gif or webp");
    try {
      const { width, height } = await sharp(image, { limitInputPixels: false }).metadata();
      pixels += width * height;
    } catch (cause) {
      throw readError(cause, `in an svg, ${format}`);
    }
    if (pixels > limits.embeddedPixels)
      throw new ToolsError(
        "image_too_large",
        `image: expected images of at most ${limits.embeddedPixels / 1e6} megapixels in an svg, received more`,
      );
  }
}
