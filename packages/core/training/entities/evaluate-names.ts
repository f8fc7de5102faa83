import { findNamesWith } from "../../src/text/entities/names/find-names.ts";
import type { Tagger } from "../../src/text/entities/names/tagger.ts";
import { createReading } from "../../src/text/reading.ts";
import { readLines } from "../shared-data.ts";

interface Span {
  start: number;
  end: number;
  type: string;
}

const shortTypes: Readonly<Record<string, string>> = {
  person: "PER",
  organization: "ORG",
  location: "LOC",
  misc: "MISC",
};

/** How well a tagger does on a set: F1 over persons, organizations and places, and by type. */
export interface NameScore {
  f1: number;
  precision: number;
  recall: number;
  byType: Record<string, number>;
  /** Expected calibration error over ten bins (Guo et al. 2017). */
  calibrationError: number;
}

function isHandle(text: string, { start }: Span): boolean {
  return text.startsWith("@", start) || /@ ?$/.test(text.slice(Math.max(0, start - 2), start));
}

/** Scores a tagger as `evaluate:text` does. */
export function evaluateNames(set: string, tagger: Tagger, limit = Infinity): NameScore {
  const counts: Record<string, { gold: number; found: number; right: number }> = {};
  const count = (type: string) => (counts[type] ??= { gold: 0, found: 0, right: 0 });
  const bins = Array.from({ length: 10 }, () => ({ count: 0, right: 0, confidence: 0 }));
  const lines = readLines<{ text: string; entities: Span[] }>(set).slice(0, limit);
  for (const { text, entities } of lines) {
    const handles = entities.filter((span) => isHandle(text, span));
    const gold = entities.filter((span) => !handles.includes(span));
    const reading = createReading(text, "en");
    for (const { type } of gold) count(type).gold += 1;
    for (const { start, end, type: long, confidence } of findNamesWith(
      tagger,
      reading.tokens(),
      reading.segmented().sentences,
    )) {
      const type = shortTypes[long] ?? long;
      if (handles.some((handle) => handle.start < end && start < handle.end)) continue;
      count(type).found += 1;
      const isRight = gold.some((span) => span.start === start && span.end === end && span.type === type);
      if (isRight) count(type).right += 1;
      const bin = bins[Math.min(9, Math.floor(confidence * 10))];
      if (bin && type !== "MISC") {
        bin.count += 1;
        bin.right += isRight ? 1 : 0;
        bin.confidence += confidence;
      }
    }
  }
  const score = ({ gold, found, right }: { gold: number; found: number; right: number }) =>
    (2 * right) / (gold + found || 1);
  const total = { gold: 0, found: 0, right: 0 };
  for (const type of ["PER", "ORG", "LOC"]) {
    total.gold += count(type).gold;
    total.found += count(type).found;
    total.right += count(type).right;
  }
  const all = bins.reduce((sum, bin) => sum + bin.count, 0);
  return {
    f1: score(total),
    precision: total.right / total.found,
    recall: total.right / total.gold,
    byType: Object.fromEntries(Object.entries(counts).map(([type, counted]) => [type, score(counted)])),
    calibrationError: bins.reduce((sum, bin) => sum + Math.abs(bin.right - bin.confidence), 0) / all,
  };
}
