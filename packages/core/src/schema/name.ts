import { z } from "zod";

// Control characters could manipulate the terminal of an operator who lists names. Line breaks and bidirectional marks
// let a name change the text around it, on the consent page and in a terminal (Unicode TR36 §2.2).
const unshowable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/u;
const unshowables = new RegExp(unshowable, "gu");
const visible = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

// Zod runs refinements after a failed check, unless that check aborts.
const stop = { abort: true };

function isShowable(text: string): boolean {
  return !unshowable.test(text) && text.isWellFormed();
}

/** Returns the schema of a name in a request: trimmed, with at least one visible character. */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength, stop)
    .refine((text) => isShowable(text) && visible.test(text));
}

/** Returns the schema of a name that may be empty. */
export function optionalNameSchema(maxLength: number) {
  return z.string().trim().max(maxLength, stop).refine(isShowable);
}

/** Returns the "expected" text of an error about a name. */
export function nameExpected(minLength: number, maxLength: number): string {
  const length = minLength === 0 ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
  return `a string of ${length} characters, without control or bidirectional characters`;
}

/**
 * Replaces control and bidirectional characters in a name that cannot be refused, such as one from a token or an older
 * document.
 */
export function showableName(text: string): string {
  return text.toWellFormed().replaceAll(unshowables, "\ufffd");
}

/** A name in a stored document. Documents from before the rule may contain any character. */
export const StoredName = z.codec(z.string(), z.string(), {
  decode: showableName,
  encode: (name) => name,
});
