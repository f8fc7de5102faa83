/** Returns a value of JSON as a literal of TypeScript. Its further lines have an indent. */
export function typescriptLiteral(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replaceAll("\n", `\n${indent}`);
}

/** Returns a value of JSON as a literal of Python. */
export function pythonLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0
      ? open + close
      : [open, ...lines.map((line) => `${inner}${line},`), indent + close].join("\n");
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => pythonLiteral(item, inner)),
      "]",
    );
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member, inner)}`,
  );
  return block("{", members, "}");
}
