import { ToolsError } from "../errors.ts";
import { byteOrderMark, isSvg } from "./sniff.ts";
import { type DrawingCost, ownCost, predictDrawing, type SvgElement, textCost } from "./svg-cost.ts";
import { svgLimits } from "./svg-limits.ts";
import {
  externalReference,
  forbidden,
  readDeclarations,
  readProperty,
  readStyleSheet,
  type StyleRule,
} from "./svg-references.ts";
import { walkXml } from "./xml.ts";

/** A checked SVG, safe to pass to a renderer. */
export interface GuardedSvg {
  /** UTF-8 from the root element on. The renderer draws exactly the characters that were checked. */
  bytes: Uint8Array;
  cost: DrawingCost;
  /** The embedded images, which are not checked yet. */
  embedded: Uint8Array[];
}

function tooManyBytes(): ToolsError {
  return new ToolsError(
    "image_too_large",
    `image: expected an svg of at most ${svgLimits.bytes.toLocaleString("en-US")} bytes after inflation, received more`,
  );
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
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > svgLimits.bytes) break;
      chunks.push(value);
    }
  } catch (cause) {
    throw new ToolsError("invalid_image", "image: gzip was recognized, but it is damaged or truncated", {
      cause,
    });
  }
  if (length > svgLimits.bytes) {
    await reader.cancel().catch(() => undefined);
    throw tooManyBytes();
  }
  const inflated = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    inflated.set(chunk, offset);
    offset += chunk.length;
  }
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
    throw new ToolsError(
      "invalid_image",
      "image: svg was recognized, but its text does not match its encoding",
      {
        cause,
      },
    );
  }
}

function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(",");
  const isBase64 = uri.slice(0, comma).toLowerCase().endsWith(";base64");
  try {
    const data = decodeURIComponent(uri.slice(comma + 1));
    return Uint8Array.from(isBase64 ? atob(data) : data, (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new ToolsError(
      "invalid_image",
      "image: svg was recognized, but the data of an image in it is invalid",
      {
        cause,
      },
    );
  }
}

/** Elements that draw the element in their `href` or inherit from it. */
const follows: ReadonlySet<string> = new Set(
  "use image feImage pattern filter textPath tref linearGradient radialGradient".split(" "),
);

/** Elements whose `href` a renderer for still images does not load: links, SVG fonts, programs. */
const inert: ReadonlySet<string> = new Set("a font-face-uri script".split(" "));

/** Builds the elements from which the cost is predicted, and rejects forbidden content on the way. */
function collector() {
  const elements: SvgElement[] = [];
  const rules: StyleRule[] = [];
  const embedded: Uint8Array[] = [];
  const open: SvgElement[] = [];
  /** The characters of each text, with its nested elements. */
  const characters = new Map<SvgElement, number>();
  let sheet = "";

  const readHref = (name: string, value: string): string | null => {
    const target = value.trim();
    if (target.startsWith("#")) return follows.has(name) ? target.slice(1) : null;
    if (target === "") return null;
    if (inert.has(name)) return null;
    if (!/^data:/i.test(target) || (name !== "image" && name !== "feImage")) throw externalReference(target);
    embedded.push(decodeDataUri(target));
    if (embedded.length > svgLimits.embeddedImages)
      throw forbidden(`it contains more than ${svgLimits.embeddedImages} images`);
    return null;
  };

  const handler = {
    open(name: string, attributes: [string, string][]) {
      if (elements.length === svgLimits.elements || open.length === svgLimits.nesting)
        throw new ToolsError(
          "image_too_large",
          `image: expected an svg of at most ${svgLimits.elements} elements, nested at most ${svgLimits.nesting} levels deep, received more`,
        );
      const attribute = (wanted: string) => attributes.find(([key]) => key === wanted)?.[1];
      const element: SvgElement = {
        name,
        id: attribute("id") ?? null,
        classes: attribute("class")?.split(/\s+/) ?? [],
        children: [],
        references: [],
        filterFunctions: 0,
        layer: false,
        href: null,
        ...ownCost(name, attribute),
      };
      for (const [key, value] of attributes) {
        if (key === "href") element.href ??= readHref(name, value);
        else if (key === "style") readDeclarations(value, element);
        else readProperty(key, value, element);
      }
      open.at(-1)?.children.push(element);
      open.push(element);
      elements.push(element);
    },
    close() {
      if (open.pop()?.name !== "style") return;
      for (const rule of readStyleSheet(sheet)) rules.push(rule);
      sheet = "";
    },
    text(text: string) {
      // Comments and CDATA sections can split a sheet in the middle of a word.
      if (open.at(-1)?.name === "style") sheet += text;
      const block = open.find(({ name }) => name === "text");
      if (block) characters.set(block, (characters.get(block) ?? 0) + text.length);
    },
    instruction(target: string) {
      if (target.toLowerCase() === "xml-stylesheet") throw externalReference(target);
    },
  };
  const finish = () => {
    for (const [block, count] of characters) block.fixed += textCost(count);
    return { elements, rules, embedded };
  };
  return { handler, finish };
}

/**
 * Checks an SVG before a renderer reads it: its size, references to other files, entities, and the predicted cost of
 * drawing a megapixel.
 *
 * @throws ToolsError `invalid_image` if it has forbidden content or is not well-formed, `image_too_large` if it costs
 * too much at any size.
 */
export function guardSvg(source: Uint8Array): GuardedSvg {
  if (source.length > svgLimits.bytes) throw tooManyBytes();
  const { handler, finish } = collector();
  const text = walkXml(decode(source), handler);
  const { elements, rules, embedded } = finish();
  // libvips recognizes an SVG only by "<svg", which a namespace prefix hides.
  const known = text.startsWith("<svg") ? text : `<!--<svg>-->${text}`;
  return { bytes: new TextEncoder().encode(known), cost: predictDrawing(elements, rules), embedded };
}
