import type { TextAnalysis } from "./record.ts";

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

function convertSpans(value: unknown, table: Uint32Array): unknown {
  if (Array.isArray(value)) return value.map((item) => convertSpans(item, table));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      (name === "start" || name === "end") && typeof member === "number"
        ? [name, table[member]]
        : [name, convertSpans(member, table)],
    ),
  );
}

/**
 * Returns the analysis with its offsets and its character count in the given unit instead of UTF-16. The time is linear
 * in the text and the analysis.
 */
export function withOffsetUnit(analysis: TextAnalysis, text: string, unit: OffsetUnit): TextAnalysis {
  if (unit === "utf16") return analysis;
  const table = offsetTable(text, unit);
  // `convertSpans` replaces only numbers, with numbers.
  const converted = convertSpans(analysis, table) as TextAnalysis;
  return {
    ...converted,
    offsetUnit: unit,
    statistics: { ...converted.statistics, characters: table[text.length] ?? 0 },
  };
}
