import { createHash } from "node:crypto";
import { invalidParameters } from "@tools-api/core/internal/schema";
import { type Accent, accentColors, accentStyles } from "./accent.ts";

/** The name and the look of a service on its pages and in its mails. */
export interface Brand {
  /** The name in titles, in the header and in mails. Default: Tools API. */
  name?: string | undefined;
  /** The mark in the header and in the tabs of browsers, a square SVG or PNG file of at most 100 kB. */
  mark?: Uint8Array<ArrayBuffer> | undefined;
  /** The color of links and buttons, such as `#0a7d5a`. Pages adjust it until texts are legible. */
  color?: string | undefined;
  /** The address of the support, an https or mailto URL. */
  supportUrl?: string | undefined;
  /** The address of the imprint or legal notice. */
  imprintUrl?: string | undefined;
}

/** The name of a service without a brand. */
const defaultName = "Tools API";

/** Bytes of the largest mark. */
export const maxMarkBytes = 100_000;

const pngSignature = [0x89, 0x50, 0x4e, 0x47];

/** The beginning of an SVG file: declarations and comments may be before the root element. */
const svgStart = /^\s*(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/;

/** Returns the media type of a mark; `undefined` if it is neither SVG nor PNG. */
export function markType(mark: Uint8Array): string | undefined {
  if (pngSignature.every((byte, index) => mark[index] === byte)) return "image/png";
  const start = new TextDecoder().decode(mark.subarray(0, 1000));
  return svgStart.test(start) ? "image/svg+xml" : undefined;
}

/** A brand with the paths of its files, relative to the `basePath` of the services. */
export interface ServedBrand extends Pick<Brand, "supportUrl" | "imprintUrl"> {
  name: string;
  /** True if the service has a name or a mark of its own. */
  isOwn: boolean;
  /** Absent: the default mark. */
  markPath?: string;
  /** The colors of links and buttons. Absent: the default colors. */
  accent?: Accent;
  /** The style sheet of `accent`. */
  stylePath?: string;
  files: ReadonlyMap<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>;
}

function named(body: string | Uint8Array, extension: string): string {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return `/assets/brand/${digest}.${extension}`;
}

/**
 * Returns a brand with its files.
 *
 * @throws ToolsError `invalid_parameter` for a mark that is neither SVG nor PNG or too large, and for a color that is
 *   not in the form `#rrggbb`.
 */
export function servedBrand({ name = defaultName, mark, color, supportUrl, imprintUrl }: Brand): ServedBrand {
  const files = new Map<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>();
  const isOwn = name !== defaultName || mark !== undefined;
  const served: ServedBrand = { name, isOwn, supportUrl, imprintUrl, files };
  if (mark) {
    const type = markType(mark);
    if (type === undefined || mark.length > maxMarkBytes)
      throw invalidParameters([
        { name: "brand.mark", detail: `expected an SVG or PNG file of at most ${maxMarkBytes} bytes` },
      ]);
    served.markPath = named(mark, type === "image/png" ? "png" : "svg");
    files.set(served.markPath, { type, body: mark });
  }
  if (color !== undefined) {
    served.accent = accentColors(color);
    const styles = accentStyles(served.accent);
    served.stylePath = named(styles, "css");
    files.set(served.stylePath, { type: "text/css; charset=utf-8", body: styles });
  }
  return served;
}
