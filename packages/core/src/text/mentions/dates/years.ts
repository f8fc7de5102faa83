import { isYear } from "../calendar.ts";
import { functionWords, likelyCues, sureCues } from "../cues.ts";
import { isCapitalAt, isWordAt, wordAfter, wordBefore } from "../letters.ts";
import type { FigureToken } from "../scan.ts";
import type { FoundDate } from "../mention.ts";
import { isQuantity } from "./parts.ts";

/** Returns a decade, or `null`: a figure with an s, as in "the 1990s" or "'90s". */
export function decade(text: string, token: FigureToken): FoundDate | null {
  if (token.separators !== "" || (text.charAt(token.end) !== "s" && text.charAt(token.end) !== "S"))
    return null;
  const digits = token.groups[0] ?? "";
  const end = token.end + 1;
  if (!digits.endsWith("0") || isWordAt(text, end)) return null;
  if (digits.length === 4 && isYear(Number(digits)) && token.attached !== "letter")
    return { start: token.start, end, normalized: null, confidence: 0.97 };
  if (digits.length !== 2 || token.attached === "letter" || Number(digits) < 20) return null;
  const isElided = text.charAt(token.start - 1) === "'" || text.charAt(token.start - 1) === "’";
  if (isElided) return { start: token.start - 1, end, normalized: null, confidence: 0.9 };
  const cue = wordBefore(text, token.start).word;
  const isCued = ["the", "early", "late", "mid"].includes(cue) || token.attached === "hyphen";
  return isCued ? { start: token.start, end, normalized: null, confidence: 0.8 } : null;
}

/** Returns whether the number before the word can be its count. */
function isCountable(next: string): boolean {
  return next !== "" && !isCapitalAt(next, 0) && !functionWords.has(next);
}

/** Returns whether the word is singular. "2008 mobile phone" contains a year, "2008 visitors" a count. */
function isSingular(word: string): boolean {
  return !word.endsWith("s") && !["people", "men", "women", "children"].includes(word);
}

/** Words before the number of a thing. Four digits after them are no year. */
const labels: ReadonlySet<string> = new Set(
  "http room rooms page pages pg error errors part parts order orders po section sections flight flights route highway model item items unit units box suite apartment apt flat gate bus train line channel code port ticket invoice case bill article chapter paragraph number no nr num serial ref reference id pin iso rfc bug issue sku lot batch locker platform extension ext account acct customer row seat floor building figure fig table verse step task question status exit zone area pier bay track slot device class level stock quote claim policy permit".split(
    " ",
  ),
);
/** Words after the number of a fault. */
const labelsAfter: ReadonlySet<string> = new Set(["error", "errors", "code"]);
/** An abbreviation before the number of a thing: "part no. 1998", "p. 1984". */
const labelAbbreviation =
  /(?:^|[^a-z])(?:no|nr|num|pp?|pg|ref|art|para|sec|fig|ch|inv|ext|apt|ste|rm|vol)\. ?$/;

function isLabelled(text: string, start: number, end: number): boolean {
  return (
    labelsAfter.has(wordAfter(text, end)) ||
    /[§¶] ?$/.test(text.slice(Math.max(0, start - 2), start)) ||
    labels.has(wordBefore(text, start).word) ||
    labelAbbreviation.test(text.slice(Math.max(0, start - 7), start).toLowerCase())
  );
}

/** Returns four digits as a year, or `null`. Another word must indicate a year, or no countable word may follow. */
export function bareYear(text: string, token: FigureToken): FoundDate | null {
  const [digits = "", second = ""] = token.groups;
  if (
    digits.length !== 4 ||
    !isYear(Number(digits)) ||
    token.attached === "letter" ||
    token.attached === "sign"
  )
    return null;
  const { start, end } = token;
  if (isWordAt(text, end) || (text.charAt(end) === "-" && isWordAt(text, end + 1))) return null;
  if (
    text.charAt(end) === "%" ||
    isQuantity(text, end) ||
    (text.charAt(start - 1) === "-" && token.attached === "free")
  )
    return null;
  const year = Number(digits);
  if (isLabelled(text, start, end)) return null;
  const cue = wordBefore(text, start).word;
  if (token.separators === "-" || token.separators === "/") {
    if (second.length === 4 && Number(second) > year && isYear(Number(second)))
      return { start, end, normalized: `${digits}/${second}`, confidence: 0.9 };
    const isSeason = second.length === 2 && year >= 1500 && Number(second) > 12;
    return isSeason ? { start, end, normalized: null, confidence: 0.75 } : null;
  }
  if (token.separators !== "") return null;
  const next = wordAfter(text, end);
  const isRecent = year >= 1700 && year <= 2059;
  const isCounting = isCountable(next) && !(isRecent && year % 100 !== 0 && year >= 1900 && isSingular(next));
  if (sureCues.has(cue) && (!isCounting || isRecent))
    return { start, end, normalized: digits, confidence: 0.92 };
  if (likelyCues.has(cue) && isRecent && (!isCounting || cue === "the"))
    return { start, end, normalized: digits, confidence: 0.85 };
  const isEnclosed = text.charAt(start - 1) === "(" || text.charAt(start - 1) === "©";
  const isLikely = isRecent && year >= (isEnclosed ? 1700 : 1900);
  if (text.charAt(start - 1) === "#" || text.charAt(end) === ":" || isCounting || !isLikely) return null;
  return { start, end, normalized: digits, confidence: isEnclosed ? 0.9 : 0.65 };
}

/** Returns a year with its era, or `null`: "44 BC", "AD 79", "79 CE". */
export function era(text: string, token: FigureToken): FoundDate | null {
  if (token.separators !== "" || token.attached !== "free" || (token.groups[0]?.length ?? 0) > 4) return null;
  const after =
    text.charAt(token.end) === " " && isCapitalAt(text, token.end + 1) ? wordAfter(text, token.end) : "";
  const found = { normalized: null, confidence: 0.9 };
  if (["BC", "BCE", "AD", "CE"].includes(after)) {
    const end = text.indexOf(after, token.end) + after.length;
    return { ...found, start: token.start, end };
  }
  if (text.slice(token.start - 3, token.start) !== "AD ") return null;
  const before = wordBefore(text, token.start);
  return before.word === "ad" && isCapitalAt(text, before.start + 1)
    ? { ...found, start: before.start, end: token.end }
    : null;
}
