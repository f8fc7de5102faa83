/** Returns a quoted text that a shell reads literally, even if the shell expands `!`, `?`, `*` and `[`. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a text as one shell word, quoted only if necessary. */
export function shellWord(text: string): string {
  // zsh replaces a word that begins with "=" with the path of a command.
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(text) ? text : shellQuote(text);
}
