import { isSpacedAlphanumeric, formStandsBefore } from "./characters.ts";
import { hasVersionLabel } from "./context.ts";
import { mergeSpans, type PatternMatch } from "./match.ts";

const dotted = new RegExp(`${formStandsBefore}(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\p{L}\\p{N}_]|\\.\\d)`, "gu");
/** Maximum length of a run. The longest address has 45 units; the rest is room for its surroundings. */
const maxRunLength = 64;
const zone = /%[\w.-]{1,15}/y;

/**
 * Returns the four octets, or `null`. Rejects a leading zero, because some systems read it as octal (RFC 6943 §3.1.1).
 */
function readIpv4(address: string): number[] | null {
  const octets = address.split(".");
  const isAddress =
    octets.length === 4 &&
    octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255);
  return isAddress ? octets.map(Number) : null;
}

function readGroups(side: string): number[] | null {
  if (side === "") return [];
  const parts = side.split(":");
  const last = parts.at(-1) ?? "";
  const octets = last.includes(".") ? readIpv4(last) : null;
  if (octets) parts.pop();
  if (!parts.every((part) => /^[0-9A-Fa-f]{1,4}$/.test(part))) return null;
  const groups = parts.map((part) => Number.parseInt(part, 16));
  const [a = 0, b = 0, c = 0, d = 0] = octets ?? [];
  return octets ? [...groups, a * 256 + b, c * 256 + d] : groups;
}

/** Returns the eight groups of an IPv6 address in any form of RFC 4291 §2.2, or `null`. */
function readIpv6(address: string): number[] | null {
  const sides = address.split("::");
  const [head, tail] = sides.map(readGroups);
  if (!head || sides.length > 2) return null;
  if (sides.length === 1) return head.length === 8 ? head : null;
  if (!tail || head.length + tail.length > 7) return null;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** Returns the text form of RFC 5952 §4: lower case, with the first longest run of two or more zero groups as `::`. */
function formatIpv6(groups: number[]): string {
  const written = groups.map((group) => group.toString(16)).join(":");
  const runs = written.match(/\b0(?::0){1,7}\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest === "") return written;
  const at = written.search(new RegExp(`(?<![0-9a-f])${longest}(?![0-9a-f])`));
  return `${written.slice(0, at).replace(/:$/, "")}::${written.slice(at + longest.length).replace(/^:/, "")}`;
}

/**
 * Returns whether the match is a program version, as in "Chrome/119.0.0.0". The address of a host does not end in 0.
 */
function isProductVersion(text: string, start: number, found: string): boolean {
  return (
    text.charAt(start - 1) === "/" && isSpacedAlphanumeric(text.charAt(start - 2)) && found.endsWith(".0")
  );
}

function findIpv4(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, index: start } of text.matchAll(dotted)) {
    if (!readIpv4(found) || hasVersionLabel(text, start) || isProductVersion(text, start, found)) continue;
    const confidence = found.length === 7 ? 0.75 : 0.95;
    matches.push({ type: "ip_address", start, end: start + found.length, normalized: found, confidence });
  }
  return matches;
}

function isAddressUnit(code: number): boolean {
  return (code >= 0x30 && code <= 0x3a) || code === 0x2e || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

function readIpv6At(text: string, index: number, run: string): PatternMatch | null {
  // In "IP:fe80::1" the first colon belongs to the label. In "router: ::1" both colons belong to the address.
  const skipped = /^:(?!:)/.test(run) ? 1 : 0;
  const before = text.charAt(index + skipped - 1);
  if (skipped === 0 && (isSpacedAlphanumeric(before) || before === "_" || before === ":" || before === "."))
    return null;
  const address = run.slice(skipped).replace(/(?:\.{1,64}|(?<!:):)$/, "");
  const start = index + skipped;
  const end = start + address.length;
  const next = text.charAt(end);
  if (isSpacedAlphanumeric(next) || next === "_") return null;
  const groups = readIpv6(address);
  // `abc::def` is more often a C++ name than an address.
  if (!groups || (!/\d/.test(address) && groups.filter((group) => group > 0).length < 4)) return null;
  zone.lastIndex = end;
  const scope = next === "%" ? (zone.exec(text)?.[0] ?? "") : "";
  const confidence = groups.filter((group) => group > 0).length < 3 ? 0.8 : 0.98;
  const normalized = formatIpv6(groups) + scope;
  return { type: "ip_address", start, end: end + scope.length, normalized, confidence };
}

function findIpv6(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (let colon = text.indexOf(":"); colon >= 0;) {
    let start = colon;
    while (colon - start <= maxRunLength && isAddressUnit(text.charCodeAt(start - 1))) start--;
    let end = colon + 1;
    let colons = 1;
    for (; isAddressUnit(text.charCodeAt(end)); end++) if (text.charCodeAt(end) === 0x3a) colons++;
    const match =
      colons > 1 && end - start <= maxRunLength ? readIpv6At(text, start, text.slice(start, end)) : null;
    if (match) matches.push(match);
    colon = text.indexOf(":", match ? Math.max(match.end, end) : end);
  }
  return matches;
}

/** Finds IPv4 and IPv6 addresses without port or prefix length. `normalized` is the form of RFC 5952 for IPv6. */
export function findIpAddresses(text: string): PatternMatch[] {
  return mergeSpans(findIpv6(text), findIpv4(text));
}
