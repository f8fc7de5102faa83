const modified = "(?:\\ufe0f|\\p{Emoji_Modifier})";
/**
 * Emoji by the composition rules of UTS #51: flags, keycaps, and pictographs. A pictograph can have a variation
 * selector, a skin tone, tags and joined pictographs. The property RGI_Emoji of the `v` flag is equivalent, but its
 * list takes a hundred times as long.
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

/**
 * Returns whether a UTF-16 unit above ASCII can begin an emoji. For most letters, this avoids the regular expression.
 */
export function beginsEmoji(code: number): boolean {
  if (code >= 0xd83c && code <= 0xd83e) return true;
  if (code === 0xa9 || code === 0xae) return true;
  return code >= 0x203c && (code < 0x2c00 || (code >= 0x3030 && code <= 0x3299));
}

/** Returns the end of the emoji that begins at the index, or the index if there is none. */
export function emojiEnd(text: string, index: number): number {
  emoji.lastIndex = index;
  return emoji.test(text) ? emoji.lastIndex : index;
}
