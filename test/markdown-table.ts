/** Returns the rows of a table in Markdown, padded as Prettier pads them. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return lines.toSpliced(1, 0, rule).join("\n");
}

/** Returns a document with another text between the comments `<!-- name -->` and `<!-- end of name -->`. */
export function replaceSection(document: string, name: string, text: string): string {
  const [before, after] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const start = document.indexOf(before) + before.length;
  const end = document.indexOf(after);
  if (start < before.length || end < start) throw new Error(`expected a section ${name}`);
  return `${document.slice(0, start)}\n${text}\n${document.slice(end)}`;
}
