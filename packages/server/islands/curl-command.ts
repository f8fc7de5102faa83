/** Returns a word that any POSIX shell reads literally. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a path that no program takes for an option or, as `-`, for standard input. */
function pathOf(name: string): string {
  return name.startsWith("-") ? `./${name}` : name;
}

const authorization = `-H "Authorization: Bearer $TOOLS_API_KEY"`;

function command(...parts: readonly string[]): string {
  return parts.join(" \\\n  ");
}

/**
 * Returns an analysis as a command.
 *
 * @param url The public URL.
 * @param body JSON, or the name of a file that contains it.
 */
export function analysisCommand(url: string, body: { json: string } | { file: string }): string {
  return command(
    `curl -sS ${shellQuote(`${url}/v1/tools/text-analyzer`)}`,
    authorization,
    "-H 'Content-Type: application/json'",
    `--data-binary ${shellQuote("json" in body ? body.json : `@${pathOf(body.file)}`)}`,
  );
}

/**
 * Returns a conversion as a command.
 *
 * @param to The name of the output file; `null` to use the name in the response, if the format is not known yet.
 */
export function conversionCommand(
  url: string,
  { query, from, to }: { query: string; from: string; to: string | null },
): string {
  const output = to === null ? "-OJ" : `-o ${shellQuote(pathOf(to))}`;
  return command(
    `curl -sS ${shellQuote(`${url}/v1/tools/image-converter?${query}`)}`,
    authorization,
    "-H 'Content-Type: application/octet-stream'",
    "-H 'Accept: image/*'",
    `--data-binary ${shellQuote(`@${pathOf(from)}`)} ${output}`,
  );
}
