/** Returns a word that any POSIX shell reads literally. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a path that curl does not take for standard input. */
function pathOf(name: string): string {
  return name.startsWith("-") ? `./${name}` : name;
}

/** Returns the options of curl that send fields and a file as a form. */
export function formOptions(
  fields: readonly (readonly [name: string, text: string])[],
  file: { name: string; path: string },
): string[] {
  const path = pathOf(file.path);
  // curl ends an unquoted path at these characters.
  const quoted = /[",;\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path;
  return [
    ...fields.map(([name, text]) => `--form-string ${shellQuote(`${name}=${text}`)}`),
    `-F ${shellQuote(`${file.name}=@${quoted}`)}`,
  ];
}

interface Target {
  url: string;
  /** The preferred media types of a response that is saved under its own name. Absent: the response is printed. */
  accept: string | undefined;
}

function command({ url, accept }: Target, body: readonly string[]): string {
  return [
    `curl -sS ${accept === undefined ? "" : "-OJ "}${shellQuote(url)}`,
    `-H "Authorization: Bearer $TOOLS_API_KEY"`,
    ...(accept === undefined ? [] : [`-H ${shellQuote(`Accept: ${accept}`)}`]),
    ...body,
  ].join(" \\\n  ");
}

/**
 * Returns a call with a JSON body as a command.
 *
 * @param json JSON, or `@` with the name of a file that contains it.
 */
export function jsonCommand(target: Target, json: string): string {
  return command(target, ["-H 'Content-Type: application/json'", `--data-binary ${shellQuote(json)}`]);
}

/** Returns a call with a form as a command. */
export function fileCommand(target: Target, ...form: Parameters<typeof formOptions>): string {
  return command(target, formOptions(...form));
}
