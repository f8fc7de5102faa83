// Controls drive a terminal (ESC and C1 sequences can set its title, hide lines or type answers), and bidirectional
// marks change what the rest of a line seems to say.
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]/gu;
const inJson = /[\x7f-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu;

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** Returns a text from the store as a terminal can show it: on one line, with control characters as `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped);
}

/** Returns the JSON of a value, with the escapes that a terminal needs and JSON leaves out. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(inJson, escaped);
}

/** Returns a message of several lines, each as a terminal can show it. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
