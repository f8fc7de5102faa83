import type { Token } from "../../src/text/segment/tokenize.ts";
import { findNamesWith } from "../../src/text/mentions/names/find-names.ts";
import type { Tagger } from "../../src/text/mentions/names/tagger.ts";
import type { NameType } from "../../src/text/mentions/names/tags.ts";
import { createDocument } from "../../src/text/document.ts";
import type { Span as Sentence } from "../../src/text/span.ts";
import { readLines } from "../shared-data.ts";

interface Span extends Sentence {
  type: "PER" | "ORG" | "LOC" | "MISC";
}

const shortTypes: Readonly<Record<NameType, Span["type"]>> = {
  person: "PER",
  organization: "ORG",
  location: "LOC",
  misc: "MISC",
};

/** The score of a tagger on a set: F1 over persons, organizations and places, and F1 by type. */
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

/** An evaluation set. */
export interface EvaluationSet {
  name: string;
  texts: { tokens: Token[]; sentences: Sentence[]; gold: Span[]; handles: Span[] }[];
}

/** Reads a set. If it labels @handles as names, names found in them do not count. */
export function readEvaluation(name: string): EvaluationSet {
  const texts = readLines<{ text: string; entities: Span[] }>(name).map(({ text, entities }) => {
    const document = createDocument(text, "en");
    const handles = entities.filter((span) => isHandle(text, span));
    const gold = entities.filter((span) => !handles.includes(span));
    return { tokens: [...document.tokens()], sentences: [...document.sentences()], gold, handles };
  });
  return { name, texts };
}

interface Count {
  gold: number;
  found: number;
  right: number;
}

function f1Score({ gold, found, right }: Count): number {
  return (2 * right) / (gold + found || 1);
}

/** Scores a tagger as `evaluate:text` does. */
export function evaluateNames({ texts }: EvaluationSet, tagger: Tagger): NameScore {
  const none = (): Count => ({ gold: 0, found: 0, right: 0 });
  const counts = { PER: none(), ORG: none(), LOC: none(), MISC: none() };
  const bins = Array.from({ length: 10 }, () => ({ right: 0, confidence: 0 }));
  for (const { tokens, sentences, gold, handles } of texts) {
    for (const { type } of gold) counts[type].gold += 1;
    for (const { start, end, type: name, confidence } of findNamesWith(tagger, tokens, sentences)) {
      if (handles.some((handle) => handle.start < end && start < handle.end)) continue;
      const type = shortTypes[name];
      const isRight = gold.some((span) => span.start === start && span.end === end && span.type === type);
      counts[type].found += 1;
      if (isRight) counts[type].right += 1;
      const bin = bins[Math.min(9, Math.floor(confidence * 10))];
      if (!bin || type === "MISC") continue;
      bin.right += isRight ? 1 : 0;
      bin.confidence += confidence;
    }
  }
  const total = none();
  for (const { gold, found, right } of [counts.PER, counts.ORG, counts.LOC]) {
    total.gold += gold;
    total.found += found;
    total.right += right;
  }
  return {
    f1: f1Score(total),
    precision: total.right / total.found,
    recall: total.right / total.gold,
    byType: Object.fromEntries(Object.entries(counts).map(([type, count]) => [type, f1Score(count)])),
    calibrationError:
      bins.reduce((sum, { right, confidence }) => sum + Math.abs(right - confidence), 0) / total.found,
  };
}
