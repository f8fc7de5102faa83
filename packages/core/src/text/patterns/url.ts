import { isAsciiAlphanumeric, unspacedLetters } from "./characters.ts";
import type { PatternMatch } from "./match.ts";

const schemes = new Set(["http", "https", "ftp", "ftps", "sftp", "ws", "wss", "git", "ssh"]);

/** Top-level domains of addresses without scheme; none that is an English word or a common file extension. */
const bareDomains =
  "com|org|net|edu|gov|mil|info|biz|dev|app|io|ai|co|eu|uk|de|fr|es|nl|se|dk|fi|cz|pt|br|ru|ch|jp|cn|kr|ca|au|nz|mx|ar|gr|hu|ro|ua|tr|za|il|sg|hk|tw";

const anchors = new RegExp(
  [
    "://",
    "(?<![\\p{L}\\p{N}_@./-])www\\.(?=[\\p{L}\\p{N}])",
    `(?<![\\p{L}\\p{N}_@./:#\\\\-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,5}(?:${bareDomains})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`,
  ].join("|"),
  "giu",
);

const port = "(?::\\d{1,5}(?!\\d))?";
const spacedHost = `(?!${unspacedLetters})[\\p{L}\\p{N}](?:(?!${unspacedLetters})[\\p{L}\\p{M}\\p{N}._-]){0,252}`;

/**
 * User, host and port. A host that begins in a spaced script ends at the first letter of an unspaced one, for
 * nothing else parts a URL from the Chinese sentence round it.
 */
const authority = new RegExp(
  `(?:[^\\s\\p{Cc}<>"/?#@\\\\]{1,128}@)?(?:${spacedHost}|[\\p{L}\\p{M}\\p{N}._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])${port}`,
  "uy",
);
const host = new RegExp(`${spacedHost}${port}`, "uy");

const outside = /[\s\p{Cc}<>"`{}|\\^“”‘’«»「」『』【】《》。，、；：！？（）…]/u;
const closers: Record<string, string> = { ")": "(", "]": "[" };
const sentencePunctuation = new Set(".,;:!?'*…");

/** Where a path, query or fragment that begins at `start` ends: nowhere but `start` if there is none. */
function pathEnd(text: string, start: number): number {
  let end = start;
  if (!/[/?#]/.test(text.charAt(start))) return end;
  while (end < text.length && !outside.test(text.charAt(end))) end += 1;
  return end;
}

/** The end without the sentence's own punctuation, and without a closing bracket that the URL did not open. */
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

function withScheme(text: string, colon: number): PatternMatch | null {
  const start = schemeStart(text, colon);
  authority.lastIndex = colon + 3;
  if (start < 0 || !authority.test(text)) return null;
  const end = trimmedEnd(text, start, pathEnd(text, authority.lastIndex));
  if (end <= colon + 3) return null;
  const address = text.slice(start, end);
  const normalized = URL.canParse(address) ? new URL(address).href : null;
  return { type: "url", start, end, normalized, confidence: 0.99 };
}

function withoutScheme(text: string, start: number, anchor: string): PatternMatch | null {
  host.lastIndex = start;
  if (!host.test(text)) return null;
  const isWorldWideWeb = anchor.toLowerCase() === "www.";
  if (isWorldWideWeb) {
    if (!/^[^.]{3}\.[^.]{1,63}\.[^.]/.test(text.slice(start, host.lastIndex))) return null;
  } else if (anchor !== anchor.toLowerCase() && text.charAt(host.lastIndex) !== "/") {
    // "Amazon.com" in a sentence names the company; "amazon.com" and "Amazon.com/help" are addresses.
    return null;
  }
  const end = trimmedEnd(text, start, pathEnd(text, host.lastIndex));
  return { type: "url", start, end, normalized: null, confidence: isWorldWideWeb ? 0.97 : 0.85 };
}

/**
 * URLs with a scheme, beginning with `www.`, or bare under a common top-level domain. `normalized` is the
 * serialisation of the WHATWG URL standard where the scheme is in the text.
 */
export function findUrls(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  anchors.lastIndex = 0;
  for (let anchor = anchors.exec(text); anchor; anchor = anchors.exec(text)) {
    const match =
      anchor[0] === "://" ? withScheme(text, anchor.index) : withoutScheme(text, anchor.index, anchor[0]);
    if (!match) continue;
    matches.push(match);
    anchors.lastIndex = match.end;
  }
  return matches;
}
