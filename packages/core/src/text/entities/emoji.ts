// The flag v knows emoji of several code points, such as flags and families, as one.
const emoji = new RegExp("\\p{RGI_Emoji}", "vy");

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
