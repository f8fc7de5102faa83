/** Returns text in quotes, so that a shell reads it as the text itself, also where it expands `!`, `?`, `*` and `[`. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns text as one word for a shell, in quotes only where it needs them. */
export function shellWord(text: string): string {
  // zsh replaces a word that begins with "=" by the path of a command.
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(text) ? text : shellQuote(text);
}
