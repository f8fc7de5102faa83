import type { TextAnalysis } from "../record.ts";
import type { SourceText } from "./source-text.ts";
import type { Span } from "../span.ts";

type OffsetUnit = TextAnalysis["offsetUnit"];

function completesPair(code: number, before: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/**
 * Functions that return the length of a UTF-16 code unit in the offset unit, from the code unit and the one before it.
 */
const lengths = {
  code_point: (code: number, before: number) => (completesPair(code, before) ? 0 : 1),
  utf8: (code: number, before: number) => {
    if (code < 0x80) return 1;
    if (code < 0x800) return 2;
    // A surrogate pair has four bytes. Its first half already counts three, the length of a lone surrogate encoded as
    // U+FFFD.
    return completesPair(code, before) ? 1 : 3;
  },
};

/** Returns the offset in the unit for each UTF-16 index. No span starts or ends inside a surrogate pair. */
function offsetTable(text: string, unit: Exclude<OffsetUnit, "utf16">): Uint32Array {
  const codeUnitLength = lengths[unit];
  const table = new Uint32Array(text.length + 1);
  let offset = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    offset += codeUnitLength(code, before);
    table[index + 1] = offset;
    before = code;
  }
  return table;
}

type AnySpan = Span & { text?: unknown };

function isSpan(value: object): value is AnySpan {
  return (
    "start" in value && typeof value.start === "number" && "end" in value && typeof value.end === "number"
  );
}

/** Returns the value with each of its spans replaced. */
function changeSpans(value: unknown, change: (span: AnySpan) => AnySpan): unknown {
  if (Array.isArray(value)) return value.map((item) => changeSpans(item, change));
  if (value === null || typeof value !== "object") return value;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) changed[name] = changeSpans(member, change);
  return isSpan(changed) ? change(changed) : changed;
}

/**
 * Returns the analysis of a source with offsets in the text of the caller, in the given unit, and with the spans' text
 * as the caller wrote it. The time is linear in the text and the analysis.
 *
 * @param analysis The analysis of `source.text`, in UTF-16 units.
 * @param source The analyzed text.
 * @param text The text of the caller.
 * @param unit The unit of the offsets.
 */
export function withCallerOffsets(
  analysis: TextAnalysis,
  source: SourceText,
  text: string,
  unit: OffsetUnit,
): TextAnalysis {
  if (unit === "utf16" && source.isUnchanged) return analysis;
  const table = unit === "utf16" ? null : offsetTable(text, unit);
  // `changeSpans` replaces only numbers with numbers, and strings with strings.
  const changed = changeSpans(analysis, (found) => {
    const span = source.locate(found.start, found.end);
    return {
      ...found,
      ...(found.text === undefined ? {} : { text: source.original(found.start, found.end) }),
      start: table?.[span.start] ?? span.start,
      end: table?.[span.end] ?? span.end,
    };
  }) as TextAnalysis;
  const written = source.between(0, source.text.length);
  const counted = written === text || unit === "utf16" ? table : offsetTable(written, unit);
  return {
    ...changed,
    offsetUnit: unit,
    statistics: { ...changed.statistics, characters: counted?.[written.length] ?? written.length },
  };
}
