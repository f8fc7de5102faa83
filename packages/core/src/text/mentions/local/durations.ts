import { isWordAt } from "../letters.ts";
import type { Mention } from "../mention.ts";
import type { Scan } from "../scan.ts";
import { type Amount, readAmount } from "./numbers.ts";
import { afterBlank, type Source, wordAfter, wordBefore } from "./source.ts";
import { isBoundary } from "./word-table.ts";

const designators = ["Y", "M", "W", "D", "TH", "TM", "TS"] as const;

interface Part {
  rank: number;
  value: string | null;
  end: number;
}

/** Returns the value and a half. */
function withHalf(value: string | null): string | null {
  return value === null || value.includes(".") ? null : `${value}.5`;
}

/** Returns the number with its unit of time, or `null`. A hyphen, a blank or a half can be in between. */
function readPart({ text, words }: Source, { end: numberEnd, value: whole }: Amount): Part | null {
  const half = wordAfter(words.half, text, numberEnd);
  const { end } = half ?? { end: numberEnd };
  const value = half ? withHalf(whole) : whole;
  const at = text.charAt(end) === "-" ? end + 1 : afterBlank(text, end);
  const unit = words.units.at(text, at) ?? (text.startsWith("de ", at) ? words.units.at(text, at + 3) : null);
  if (!unit || isWordAt(text, unit.end)) return null;
  return { rank: designators.indexOf(unit.is), value, end: unit.end };
}

function isoDuration(parts: readonly Part[]): string | null {
  if (parts.some(({ value }) => value === null || value.startsWith("-"))) return null;
  const hasWeeks = parts.some(({ rank }) => designators[rank] === "W");
  // ISO 8601-1 §5.5.2: weeks cannot be combined with other units.
  if (hasWeeks && parts.length > 1) return null;
  const fields = parts.map(({ rank, value }) => `${designators[rank] ?? ""}${value ?? ""}`);
  const written = fields.map((field) =>
    field
      .replace(/^T?([A-Z])(.*)$/, "$2$1")
      .replace(/^(\d+)\.5H$/, "$1H30M")
      .replace(/^0H/, ""),
  );
  const clock = parts.findIndex(({ rank }) => rank >= designators.indexOf("TH"));
  const days = clock < 0 ? written : written.slice(0, clock);
  return `P${days.join("")}${clock < 0 ? "" : `T${written.slice(clock).join("")}`}`;
}

/** Returns the duration that the number begins, or `null`: "45 Minuten", "2 h 30 min", "2 heures et demie". */
export function readDuration(source: Source, scan: Scan, amount: Amount): Mention | null {
  const { text, words } = source;
  const first = readPart(source, amount);
  if (!first) return null;
  const parts = [first];
  let { end } = first;
  let next = amount.next;
  const half = first.value === null || first.value.includes(".") ? null : wordAfter(words.half, text, end);
  if (half) {
    const normalized = isoDuration([{ ...first, value: withHalf(first.value) }]);
    return { type: "duration", start: amount.start, end: half.end, normalized, confidence: 0.93 };
  }
  for (;;) {
    while ((scan.tokens[next]?.start ?? Infinity) < end) next++;
    const token = scan.tokens[next];
    const joint = words.and.at(text, afterBlank(text, end));
    const from = afterBlank(text, joint?.end ?? (text.charAt(end) === "." ? end + 1 : end));
    if (token?.kind !== "figure" || token.start !== from || first.value === null) break;
    const following = readAmount(source, scan, next, token);
    const part = following && readPart(source, following);
    if (!following || !part || part.rank <= (parts.at(-1)?.rank ?? 0)) break;
    parts.push(part);
    ({ end } = part);
    ({ next } = following);
  }
  return { type: "duration", start: amount.start, end, normalized: isoDuration(parts), confidence: 0.93 };
}

/** Finds the durations without a number: "un quart d'heure", "hora y media". */
export function phraseDurations({ text, words }: Source): Mention[] {
  if (!words.phrasePattern) return [];
  const mentions: Mention[] = [];
  for (const { 0: phrase, index } of text.matchAll(words.phrasePattern)) {
    const end = index + phrase.length;
    if (!isBoundary(text, index) || !isBoundary(text, end)) continue;
    const exact = words.phrases.get(phrase.toLowerCase()) ?? words.phrases.get(phrase);
    const unit = exact === undefined ? wordBefore(words.units, text, index) : null;
    if (exact === undefined && !unit) continue;
    const normalized =
      exact ?? isoDuration([{ rank: designators.indexOf(unit?.is ?? "TH"), value: "1.5", end }]);
    mentions.push({ type: "duration", start: unit?.start ?? index, end, normalized, confidence: 0.9 });
  }
  return mentions;
}
