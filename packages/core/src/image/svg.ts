import { SaxesParser } from "saxes";
import { ToolsError } from "../errors.ts";
import { joinBytes } from "./png.ts";
import type { Size } from "./size.ts";
import { byteOrderMark, isSvg } from "./sniff.ts";
import { expandEntities } from "./svg-entities.ts";
import {
  checkReferences,
  forbidden,
  readAttribute,
  readStyleSheet,
  type SvgElement,
} from "./svg-references.ts";
import { defaultSize, rewriteSvg } from "./svg-rewrite.ts";

/** An image in a drawing, with its element in the text. */
export interface DrawnImage {
  data: Uint8Array;
  start: number;
  end: number;
  element: SvgElement;
  /** Returns the start tag of the element with other attributes. */
  write(attributes: Readonly<Record<string, string>>): string;
}

/** A checked SVG, safe to pass to a renderer. */
export interface GuardedSvg {
  /** The text from the root element on. The renderer draws exactly the characters that were checked. */
  text: string;
  /** The same in UTF-8. */
  bytes: Uint8Array;
  /** The embedded images in the order of the text, which `guardEmbedded` checks. */
  images: DrawnImage[];
  /** The references to anything outside the file, which were removed. */
  external: string[];
  /** The names of elements and of CSS that the renderer does not draw. */
  notDrawn: string[];
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

/** An element with its start tag in the text. */
interface TaggedElement extends SvgElement {
  qualified: string;
  start: number;
  end: number;
  isSelfClosing: boolean;
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
  elements: readonly TaggedElement[];
  /** The style sheets without comments. */
  sheets: string[];
  embedded: EmbeddedImage[];
  external: string[];
  /** In order, without overlaps. */
  edits: Edit[];
  /** The index of the root element. */
  root: number;
}

interface EmbeddedImage {
  data: Uint8Array;
  element: TaggedElement;
}

interface Found {
  embedded: Uint8Array[];
  external: string[];
}

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
  const elements: TaggedElement[] = [];
  const found: Found = { embedded: [], external: [] };
  const embedded: EmbeddedImage[] = [];
  const sheets: string[] = [];
  const edits: Edit[] = [];
  const open: TaggedElement[] = [];
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
    if (content.includes("[")) throw forbidden("it is not well-formed: its document type is not read");
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target.toLowerCase() !== "xml-stylesheet") return;
    found.external.push(target);
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
    const before = { external: found.external.length, embedded: found.embedded.length };
    const { references, kept } = readAttributes(name, attributes, found);
    const tag = { start: tagStart, end: parser.position, qualified, isSelfClosing };
    if (found.external.length > before.external)
      edits.push({ start: tag.start, end: tag.end, text: startTag(qualified, kept, isSelfClosing) });
    const added: TaggedElement = {
      ...tag,
      name,
      id: attributes["id"],
      attributes: Object.fromEntries(kept),
      parent: open.at(-1) ?? null,
      isTemplate: templates.has(name),
      children: [],
      references,
    };
    for (const data of found.embedded.slice(before.embedded)) embedded.push({ data, element: added });
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
    sheets.push(local.css);
    if (local.external.length === 0) return;
    found.external.push(...local.external);
    const end = text.lastIndexOf("</", parser.position - 1);
    // An element in a style sheet is part of the text that is replaced.
    while ((edits.at(-1)?.start ?? -1) >= sheet.start) edits.pop();
    edits.push({ start: sheet.start, end, text: escapeXml(local.css) });
  });
  parser.write(text).close();

  checkReferences(elements);
  return { elements, sheets, embedded, external: found.external, edits, root };
}

/** Returns the text from the root element on, with its edits. */
function edited(text: string, { edits, root }: Pick<ReadSvg, "edits" | "root">): string {
  let result = "";
  let from = root;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/** Returns the text from the root element on, as the renderer understands it, with what it still cannot draw. */
function rewritten(
  text: string,
  read: ReadSvg,
  box: Size,
): { drawing: string; isChanged: boolean; notDrawn: string[] } {
  const { changes, notDrawn } = rewriteSvg(read.elements, read.sheets, box);
  const edits = read.elements.flatMap(({ start, end, qualified, isSelfClosing, ...element }) => {
    const attributes = changes.get(start);
    if (!attributes) return [];
    const tag = startTag(qualified, Object.entries({ ...element.attributes, ...attributes }), isSelfClosing);
    return [{ start, end, text: tag }];
  });
  return { drawing: edited(text, { edits, root: read.root }), isChanged: edits.length > 0, notDrawn };
}

/**
 * Checks an SVG before a renderer reads it: its size, references to other files, and entities. Returns it without XML
 * declaration, document type and external references, so the renderer's parser reads no content that this one has not
 * checked, and with the CSS that the renderer does not know in a form that it knows.
 *
 * @param box - The size of a drawing that has none.
 * @throws ToolsError `invalid_image` if it has forbidden content or is not well-formed (XML 1.0, fifth edition),
 *   `image_too_large` if it exceeds a limit.
 */
export function guardSvg(source: Uint8Array, box: Size = defaultSize): GuardedSvg {
  if (source.length > limits.bytes) throw tooManyBytes();
  const text = expandEntities(decode(source));
  const first = readSvg(text);
  const { external } = first;
  const local = external.length > 0 ? edited(text, first) : text;
  if (local.length > limits.bytes) throw tooManyBytes();
  const clean = external.length > 0 ? readSvg(local) : first;
  const { drawing, isChanged, notDrawn } = rewritten(local, clean, box);
  if (drawing.length > limits.bytes) throw tooManyBytes();
  // The edits must not depend on how well two parsers agree: the renderer gets nothing that has an external reference.
  const last = isChanged ? readSvg(drawing) : clean;
  if ([clean, last].some((read) => read !== first && read.external.length > 0))
    throw forbidden("it refers to other files in a way that cannot be removed");
  const images = last.embedded.map(({ data, element }) => ({
    data,
    start: element.start - last.root,
    end: element.end - last.root,
    element,
    write: (attributes: Readonly<Record<string, string>>) =>
      startTag(element.qualified, Object.entries(attributes), element.isSelfClosing),
  }));
  return { text: drawing, bytes: toRenderer(drawing), images, external, notDrawn };
}

/** Returns the bytes of a drawing for the renderer. */
export function toRenderer(drawing: string): Uint8Array {
  // libvips recognizes an SVG only by "<svg", which a namespace prefix hides.
  const known = drawing.startsWith("<svg") ? drawing : `<!--<svg>-->${drawing}`;
  return new TextEncoder().encode(known);
}
