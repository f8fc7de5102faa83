// Control characters operate a terminal (ESC and C1 sequences can set its title, hide lines or type input).
// Bidirectional marks change how the rest of a line appears.
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]/gu;
const inJson = /[\x7f-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu;

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** Escapes a text from the store for a terminal: one line, with control characters as `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped);
}

/** Returns the JSON of a value. Also escapes the characters that a terminal interprets and JSON leaves as they are. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(inJson, escaped);
}

/** Escapes each line of a message for a terminal. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
