import type { Span } from "../span.ts";
import { isAsciiAlphanumeric, unspacedLetters } from "./characters.ts";
import type { PatternMatch } from "./match.ts";

const schemes = new Set(["http", "https", "ftp", "ftps", "sftp", "ws", "wss", "git", "ssh"]);

/** Top-level domains of addresses without a scheme. None is an English word or a common file extension. */
const bareDomains: ReadonlySet<string> = new Set(
  "com org net edu gov mil info biz dev app io ai co eu uk de fr es nl se dk fi cz pt br ru ch jp cn kr ca au nz mx ar gr hu ro ua tr za il sg hk tw".split(
    " ",
  ),
);
/** Maximum labels of an address without a scheme. */
const maxLabels = 6;
const maxLabelLength = 63;

const port = "(?::\\d{1,5}(?!\\d))?";
const spacedHost = `(?!${unspacedLetters})[\\p{L}\\p{N}](?:(?!${unspacedLetters})[\\p{L}\\p{M}\\p{N}._-]){0,252}`;

/**
 * User, host and port. A host that begins in a spaced script ends at the first letter of an unspaced one. Nothing else
 * separates a URL from the Chinese sentence around it.
 */
const authority = new RegExp(
  `(?:[^\\s\\p{Cc}<>"/?#@\\\\]{1,128}@)?(?:${spacedHost}|[\\p{L}\\p{M}\\p{N}._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])${port}`,
  "uy",
);
const host = new RegExp(`${spacedHost}${port}`, "uy");

const letterOrNumber = /[\p{L}\p{N}]/u;
const maxNameLength = 253;

const outside = /[\s\p{Cc}<>"`{}|\\^“”‘’«»「」『』【】《》。，、；：！？（）…]/u;
const closers: Record<string, string> = { ")": "(", "]": "[" };
const sentencePunctuation = new Set(".,;:!?'*…");

/** Returns the end of the path, query or fragment that begins at `start`, or `start` if there is none. */
function pathEnd(text: string, start: number): number {
  let end = start;
  if (!/[/?#]/.test(text.charAt(start))) return end;
  while (end < text.length && !outside.test(text.charAt(end))) end += 1;
  return end;
}

/** Returns the end without the punctuation of the sentence, and without a closing bracket that the URL did not open. */
function trimmedEnd(text: string, start: number, end: number): number {
  const surplus: Record<string, number> = { ")": 0, "]": 0 };
  for (let index = start; index < end; index += 1) {
    const unit = text.charAt(index);
    for (const [closer, opener] of Object.entries(closers)) {
      if (unit === closer) surplus[closer] = (surplus[closer] ?? 0) + 1;
      if (unit === opener) surplus[closer] = (surplus[closer] ?? 0) - 1;
    }
  }
  while (end > start) {
    const unit = text.charAt(end - 1);
    const count = surplus[unit];
    if (count !== undefined && count > 0) surplus[unit] = count - 1;
    else if (!sentencePunctuation.has(unit)) break;
    end -= 1;
  }
  return end;
}

function schemeStart(text: string, colon: number): number {
  let start = colon;
  while (start > 0 && colon - start < 8 && isAsciiAlphanumeric(text.charAt(start - 1))) start -= 1;
  return schemes.has(text.slice(start, colon).toLowerCase()) ? start : -1;
}

/**
 * Returns the serialization of the URL standard, or `null` if the address is invalid. `URL.canParse` cannot be used. On
 * Node 20, after some thousand calls, it rejects every address with a Latin-1 letter beyond ASCII. Its fast path reads
 * the bytes of the text as UTF-8.
 */
function serializeUrl(address: string): string | null {
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}

function withScheme(text: string, colon: number): PatternMatch | null {
  const start = schemeStart(text, colon);
  authority.lastIndex = colon + 3;
  if (start < 0 || !authority.test(text)) return null;
  // In http://http://example.com the second scheme starts the address and is not a host.
  if (text.startsWith("://", authority.lastIndex)) return null;
  const end = trimmedEnd(text, start, pathEnd(text, authority.lastIndex));
  if (end <= colon + 3) return null;
  const address = text.slice(start, end);
  return { type: "url", start, end, normalized: serializeUrl(address), confidence: 0.99 };
}

/** Returns whether the unit at the index is a letter or digit of any script. */
function isNameAt(text: string, index: number): boolean {
  const unit = text.charAt(index);
  return isAsciiAlphanumeric(unit) || (unit > "\x7f" && letterOrNumber.test(unit));
}

function isLabelAt(text: string, index: number): boolean {
  const unit = text.charAt(index);
  return unit === "-" || isAsciiAlphanumeric(unit);
}

/** Returns the run of ASCII labels whose first dot is at `dot`: `www.example.com`. */
function labelsAround(text: string, dot: number): Span {
  let start = dot;
  while (dot - start <= maxLabelLength && isLabelAt(text, start - 1)) start -= 1;
  let end = dot + 1;
  while (isLabelAt(text, end) || (text.charAt(end) === "." && isLabelAt(text, end + 1))) end += 1;
  return { start, end };
}

function isDomain(name: string): boolean {
  if (name.length > maxNameLength) return false;
  const labels = name.toLowerCase().split(".");
  const top = labels.at(-1) ?? "";
  return (
    bareDomains.has(top) &&
    labels.length <= maxLabels &&
    labels.every(
      (label) =>
        label !== "" && label.length <= maxLabelLength && !label.startsWith("-") && !label.endsWith("-"),
    )
  );
}

/** Returns the address that begins with the labels, or `null`: a name with `www.` or under a known top-level domain. */
function withoutScheme(text: string, { start, end: nameEnd }: Span): PatternMatch | null {
  const before = text.charAt(start - 1);
  if (isNameAt(text, start - 1) || (before !== "" && "_@./".includes(before))) return null;
  const name = text.slice(start, nameEnd);
  const isWorldWideWeb = name.slice(0, 4).toLowerCase() === "www.";
  if (!isWorldWideWeb) {
    if (before !== "" && ":#\\".includes(before)) return null;
    if (!isDomain(name)) return null;
    const after = text.charAt(nameEnd);
    if (after === "_" || after === "@" || isNameAt(text, nameEnd)) return null;
    if (after === "." && isNameAt(text, nameEnd + 1)) return null;
  }
  host.lastIndex = start;
  if (!host.test(text)) return null;
  if (isWorldWideWeb) {
    if (!/^[^.]{3}\.[^.]{1,63}\.[^.]/.test(text.slice(start, host.lastIndex))) return null;
  } else if (name !== name.toLowerCase() && text.charAt(host.lastIndex) !== "/") {
    // "Amazon.com" in a sentence names the company. "amazon.com" and "Amazon.com/help" are addresses.
    return null;
  }
  const end = trimmedEnd(text, start, pathEnd(text, host.lastIndex));
  return { type: "url", start, end, normalized: null, confidence: isWorldWideWeb ? 0.97 : 0.85 };
}

/**
 * Finds URLs with a scheme, with `www.`, or under a common top-level domain. `normalized` is the serialization of the
 * WHATWG URL standard if the text contains the scheme, or `null`.
 */
export function findUrls(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  const colonFrom = (from: number) => indexFrom(text, "://", from);
  const dotFrom = (from: number) => indexFrom(text, ".", from);
  for (let colon = colonFrom(0), dot = dotFrom(0); colon < text.length || dot < text.length;) {
    let match: PatternMatch | null = null;
    if (colon < dot) {
      match = withScheme(text, colon);
      colon = colonFrom(colon + 1);
    } else if (isNameAt(text, dot + 1)) {
      const labels = labelsAround(text, dot);
      match = withoutScheme(text, labels);
      dot = dotFrom(labels.end);
    } else dot = dotFrom(dot + 1);
    if (!match) continue;
    matches.push(match);
    if (colon < match.end) colon = colonFrom(match.end);
    if (dot < match.end) dot = dotFrom(match.end);
  }
  return matches;
}

/** Returns the next index of `sign`, or the length of the text. */
function indexFrom(text: string, sign: string, from: number): number {
  const index = text.indexOf(sign, from);
  return index < 0 ? text.length : index;
}
