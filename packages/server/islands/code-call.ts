import { pythonLiteral, typescriptLiteral } from "./code-literals.ts";

/** A call of a tool with JSON. */
export interface CodeCall {
  url: string;
  /** The preferred media types of a response that is saved as a file. Absent: the response is printed. */
  accept: string | undefined;
  fields: Readonly<Record<string, unknown>>;
  /** The field with a file, and the path of the file. */
  file?: { name: string; path: string } | undefined;
}

/** Returns the name for a response that is a file. */
function resultName({ fields }: CodeCall): string {
  const { format } = fields;
  return `result.${typeof format === "string" && format !== "auto" ? format : "bin"}`;
}

/** Inserts a member before those of the literal of an object. */
function withMember(literal: string, member: string): string {
  const rest = literal.slice(1);
  return rest === "}" ? `{ ${member} }` : `{\n${member},${rest}`;
}

/** Returns a call as a program in TypeScript for Node, with nothing to install. */
export function typescriptCall(call: CodeCall): string {
  const { url, accept, fields, file } = call;
  const used = [...(file ? ["readFile"] : []), ...(accept === undefined ? [] : ["writeFile"])];
  const literal = typescriptLiteral(fields, "  ");
  const body = file
    ? withMember(literal, `    ${file.name}: await readFile(${JSON.stringify(file.path)}, "base64")`)
    : literal;
  return [
    ...(used.length > 0 ? [`import { ${used.join(", ")} } from "node:fs/promises";`, ""] : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    "  headers: {",
    "    Authorization: `Bearer ${process.env.TOOLS_API_KEY}`,",
    '    "Content-Type": "application/json",',
    ...(accept === undefined ? [] : [`    Accept: ${JSON.stringify(accept)},`]),
    "  },",
    `  body: JSON.stringify(${body}),`,
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    accept === undefined
      ? "console.log(await response.json());"
      : `await writeFile(${JSON.stringify(resultName(call))}, new Uint8Array(await response.arrayBuffer()));`,
  ].join("\n");
}

/** Returns a call as a program in Python, with nothing to install. */
export function pythonCall(call: CodeCall): string {
  const { url, accept, fields, file } = call;
  const literal = pythonLiteral(fields, "    ");
  const read = file && `base64.b64encode(open(${JSON.stringify(file.path)}, "rb").read()).decode()`;
  const body = file ? withMember(literal, `        ${JSON.stringify(file.name)}: ${read}`) : literal;
  return [
    ...(file ? ["import base64"] : []),
    "import json",
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    ${JSON.stringify(url)},`,
    '    method="POST",',
    "    headers={",
    `        "Authorization": f"Bearer {os.environ['TOOLS_API_KEY']}",`,
    '        "Content-Type": "application/json",',
    ...(accept === undefined ? [] : [`        "Accept": ${JSON.stringify(accept)},`]),
    "    },",
    `    data=json.dumps(${body}).encode(),`,
    ")",
    "with urlopen(request) as response:",
    accept === undefined
      ? "    print(json.load(response))"
      : `    open(${JSON.stringify(resultName(call))}, "wb").write(response.read())`,
  ].join("\n");
}
