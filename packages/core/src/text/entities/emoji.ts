const modified = "(?:\\ufe0f|\\p{Emoji_Modifier})";
/**
 * Emoji as UTS #51 composes them: flags, keycaps, and pictographs with variation selector or skin tone, tags, and
 * others joined to them. The property RGI_Emoji of the flag v says the same by a list, which takes a hundred times as
 * long to try.
 */
const emoji = new RegExp(
  [
    "\\p{Regional_Indicator}{2}",
    "[0-9#*]\\ufe0f\\u20e3",
    `(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}(?=${modified}))${modified}?` +
      `(?:[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f})?(?:\\u200d\\p{Extended_Pictographic}${modified}?){0,8}`,
  ].join("|"),
  "uy",
);

/** Whether the UTF-16 unit, beyond ASCII, can begin an emoji: spares letters and punctuation the expression. */
export function beginsEmoji(code: number): boolean {
  if (code >= 0xd83c && code <= 0xd83e) return true;
  if (code === 0xa9 || code === 0xae) return true;
  return code >= 0x203c && (code < 0x2c00 || (code >= 0x3030 && code <= 0x3299));
}

/** Where the emoji ends that begins at the index; the index itself where none does. */
export function emojiEnd(text: string, index: number): number {
  emoji.lastIndex = index;
  return emoji.test(text) ? emoji.lastIndex : index;
}
