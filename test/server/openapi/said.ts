/** Words that a type, a choice, a range or a default consists of. A name in backticks is a value. */
const wordsOfSchemas = new Set(
  (
    "a an the of or and one from to at most least more than in with without by is it its as be default true false integer " +
    "number numbers string strings text list array object boolean character characters byte bytes item items date time " +
    "rfc utc null each optional required value values id iso json only whole positive control bidirectional separated commas"
  ).split(" "),
);

/** Returns the first sentence of a description. */
export function said(description: string): string {
  return /^.*?\.(?= [^\p{Ll}]|$)/su.exec(description)?.[0] ?? description;
}

/** Returns whether the first sentence of a description only repeats the name and words of schemas. */
export function saysNothing(name: string, description: string): boolean {
  const isList = /^(?:["`]?[\w:.-]+["`]?(?:, | or | and )?)+\.$/.test(said(description));
  const named = new Set(name.toLowerCase().split(/[_-]/));
  const words = said(description)
    .replaceAll(/`[^`]*`|"[^"]*"|[a-z]+:[a-z]+/gi, "")
    .toLowerCase()
    .match(/[a-z]{2,}/g);
  return isList || !(words ?? []).some((word) => !named.has(word) && !wordsOfSchemas.has(word));
}
