import { invalidParameters } from "../../schema/validate.ts";
import { checkRecordSpans } from "../span-limit.ts";
import type { Span } from "../span.ts";
import type { CallerFind } from "./find-terms.ts";

/** A regular expression to find, in the syntax of RE2, which has no lookaround and no backreferences. */
export interface TextPattern<Type> {
  pattern: string;
  type: Type;
}

/**
 * The most steps of a pattern and of all patterns of a call, as `estimateSize` counts. The time of a search grows with them: 1,000 take 11 s
 * for the worst text of a megabyte.
 */
const maxPatternSize = 1000;
const maxTotalSize = 5000;

const repetition = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;
/** A class of characters, with its escapes: "[^\]a-z]". A bracket after the start belongs to it. */
const characterSet = /\[\^?\]?(?:[^\]\\]|\\[^])*\]/y;
const escape = /\\(?:[pPx]\{[^}]{0,40}\}|[^])/y;

/** Returns the match of a sticky expression at an index. */
function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index;
  return expression.exec(text);
}

/** Returns an upper estimate of the instructions of a pattern. A repeated element counts as often as it can occur. */
function estimateSize(pattern: string): number {
  /** The sizes of the open groups before their last element. */
  const sizes = [0];
  let last = 0;
  const close = () => {
    sizes.push((sizes.pop() ?? 0) + last);
    last = 0;
  };
  for (let index = 0; index < pattern.length;) {
    const sign = pattern.charAt(index);
    const repeated = matchAt(repetition, pattern, index);
    const atom = matchAt(escape, pattern, index) ?? matchAt(characterSet, pattern, index);
    index += (repeated ?? atom)?.[0].length ?? 1;
    if (repeated) last *= Math.max(1, Number(repeated[2] ?? repeated[1]) || Number(repeated[1]) + 1);
    else if (sign === "*" || sign === "+" || sign === "?") last += 1;
    else if (sign === "(") {
      close();
      sizes.push(0);
    } else if (sign === ")" && sizes.length > 1) {
      close();
      last = (sizes.pop() ?? 0) + 2;
    } else {
      close();
      last = 2;
    }
  }
  while (sizes.length > 1) {
    close();
    last = sizes.pop() ?? 0;
  }
  close();
  return sizes[0] ?? 0;
}

/** Finds its pattern in a text. A match is never empty. */
export type PatternFinder<Type> = (text: string) => CallerFind<Type>[];

/** Returns the fault of a pattern as an error. */
function patternError(index: number, detail: string): Error {
  return invalidParameters([{ name: "patterns", inside: [index, "pattern"], detail }]);
}

function requireSizes(patterns: readonly TextPattern<unknown>[]): void {
  let total = 0;
  for (const [index, { pattern }] of patterns.entries()) {
    const size = estimateSize(pattern);
    total += size;
    const received = `received one of about ${size}`;
    if (size > maxPatternSize)
      throw patternError(
        index,
        `expected a pattern of at most ${maxPatternSize} steps with its repetitions written out, ${received}`,
      );
    if (total > maxTotalSize)
      throw patternError(
        index,
        `expected patterns of at most ${maxTotalSize} steps together, ${received} after ${total - size}`,
      );
  }
}

/**
 * Compiles the patterns of a call. The engine loads with the first of them. Its time is linear in the text for each
 * match, whatever the pattern.
 *
 * @throws ToolsError `invalid_parameter` that names the entry.
 */
export async function patternFinders<Type>(
  patterns: readonly TextPattern<Type>[],
): Promise<PatternFinder<Type>[]> {
  if (patterns.length === 0) return [];
  requireSizes(patterns);
  const { RE2JS, RE2JSException } = await import("re2js");
  return patterns.map(({ pattern, type }, index) => {
    try {
      const compiled = RE2JS.compile(pattern);
      return (text) => {
        const matcher = compiled.matcher(text);
        const spans: Span[] = [];
        while (matcher.find()) {
          if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end() });
          checkRecordSpans(spans.length);
        }
        return spans.map((span) => ({ ...span, type }));
      };
    } catch (cause) {
      if (!(cause instanceof RE2JSException)) throw cause;
      const reason = cause.message.replace(/^error parsing regexp: /, "").slice(0, 200);
      throw patternError(
        index,
        `expected a regular expression of RE2, without lookaround and backreferences, received one with ${reason}`,
      );
    }
  });
}
