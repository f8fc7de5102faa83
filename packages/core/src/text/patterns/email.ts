import { isSpacedAlphanumeric, isUnspacedLetter } from "./characters.ts";
import type { PatternMatch } from "./match.ts";

const maxLocalLength = 64;
const maxDomainLength = 253;
const localPunctuation = new Set("._+-'~%&!$^");
const topLevelDomain = /^(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{2,59})$/iu;
const mark = /^\p{M}$/u;
const label = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}$/u;

/** Returns whether no address begins with the unit. A combining mark belongs to the character before it. */
function isNoStart(unit: string): boolean {
  return (localPunctuation.has(unit) && unit !== "_") || mark.test(unit);
}

/**
 * Returns the start of the local part that ends at `at`, or -1. Its letters are all of spaced scripts or all of
 * unspaced ones. In 请写信给bob@example.com the address begins at "bob"; 用户@例子.公司 is an address too.
 */
function localStart(text: string, at: number): number {
  const isLetter = isUnspacedLetter(text.charAt(at - 1)) ? isUnspacedLetter : isSpacedAlphanumeric;
  let start = at;
  while (start > 0 && at - start <= maxLocalLength) {
    const unit = text.charAt(start - 1);
    if (!isLetter(unit) && !localPunctuation.has(unit)) break;
    if (unit === "." && text.charAt(start) === ".") break;
    start -= 1;
  }
  // @user@host is a handle of the Fediverse. RFC 5321 §4.5.3.1.1 does not allow a longer local part.
  if (at - start > maxLocalLength || text.charAt(start - 1) === "@") return -1;
  while (start < at && isNoStart(text.charAt(start))) start += 1;
  return start < at && text.charAt(at - 1) !== "." ? start : -1;
}

const authorityStart = /:\/\/[^\s/@]{0,80}$/;

/** Returns whether user and password of a URL are before the position: https://user:password@host. */
function isInAuthority(text: string, position: number): boolean {
  return authorityStart.test(text.slice(Math.max(0, position - 84), position));
}

/** Returns the end of the domain that begins at `start`, or -1. */
function domainEnd(text: string, start: number): number {
  const lettersAt = (index: number) =>
    isUnspacedLetter(text.charAt(index)) ? isUnspacedLetter : isSpacedAlphanumeric;
  let isLetter = lettersAt(start);
  let end = start;
  while (end < text.length && end - start <= maxDomainLength) {
    const unit = text.charAt(end);
    // Each label has its own script: 例え.jp.
    if (unit === ".") isLetter = lettersAt(end + 1);
    if (unit === "." ? text.charAt(end - 1) === "." : unit !== "-" && !isLetter(unit)) break;
    end += 1;
  }
  if (end - start > maxDomainLength || text.charAt(end) === "@") return -1;
  const labels = text.slice(start, end).split(".");
  for (; labels.length > 1; labels.pop()) {
    const last = labels.at(-1) ?? "";
    // "bob@example.com-Office" ends at "com": only punycode top-level domains contain a hyphen.
    const top = last.toLowerCase().startsWith("xn--") ? last : (last.split("-")[0] ?? "");
    const inner = labels.slice(0, -1);
    if (topLevelDomain.test(top) && inner.every((name) => label.test(name)))
      return start + inner.join(".").length + 1 + top.length;
  }
  return -1;
}

const hiddenEmail =
  /(?<![\p{L}\p{N}._+-])(?<local>[\p{L}\p{N}_][\p{L}\p{N}._+-]{0,63}) ?[([{] ?(?:at|ät|@) ?[)\]}] ?(?<domain>(?:[\p{L}\p{N}-]{1,63}(?:\.| ?[([{] ?(?:dot|punkt|point|punto|ponto) ?[)\]}] ?)){1,4}\p{L}{2,24})(?![\p{L}\p{N}])/giu;
const hiddenDot = / ?[([{] ?\p{L}+ ?[)\]}] ?/gu;

/** Finds addresses that their authors hide from programs: "ada(at)example.org", "ada [at] example [dot] org". */
export function findHiddenEmails(text: string): PatternMatch[] {
  return Array.from(text.matchAll(hiddenEmail), ({ 0: whole, index, groups }): PatternMatch => {
    const domain = (groups?.["domain"] ?? "").replace(hiddenDot, ".").toLowerCase();
    const normalized = `${groups?.["local"] ?? ""}@${domain}`;
    return { type: "email", start: index, end: index + whole.length, normalized, confidence: 0.95 };
  });
}

/**
 * Finds email addresses in the dot-atom form of RFC 5322 §3.4.1, as running text contains them, with letters of any
 * script (RFC 6531). `normalized` has the domain in lower case.
 */
export function findEmails(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  let used = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const start = localStart(text, at);
    if (start < used || start < 0 || isInAuthority(text, start)) continue;
    const end = domainEnd(text, at + 1);
    if (end < 0) continue;
    const normalized = text.slice(start, at + 1) + text.slice(at + 1, end).toLowerCase();
    matches.push({ type: "email", start, end, normalized, confidence: 0.99 });
    used = end;
  }
  return matches;
}
