import { shellQuote } from "../account/shell-word.ts";
import type { Operation } from "./api-document.ts";

const encodings: readonly string[] = [
  "application/json",
  "multipart/form-data",
  "application/x-www-form-urlencoded",
];

/** Returns the media types of a body that is a file itself. */
function fileTypes({ requestBody }: Operation): string[] {
  return Object.keys(requestBody?.content ?? {}).filter((type) => !encodings.includes(type));
}

/** Returns whether a call accepts a file as its body. Such a call reads the query only if the body is a file. */
export function takesFile(operation: Operation): boolean {
  return fileTypes(operation).length > 0;
}

/** Returns the path of an operation with the examples of its parameters. */
function examplePath({ path, parameters = [] }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** Returns the first line of the command, and the header with the credential. */
function opening(operation: Operation, url: string): string[] {
  const { method, security } = operation;
  const path = examplePath(operation);
  const target = url === "" ? `"$TOOLS_API_URL"${shellQuote(path)}` : shellQuote(url + path);
  return [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${target}`,
    ...(security.some((scheme) => "bearer" in scheme) ? ['-H "Authorization: Bearer $TOOLS_API_KEY"'] : []),
  ];
}

/** Returns the media type of a response that is bytes: that of the example, or the first; `undefined` if it is JSON. */
function bytesType({ responses }: Operation): string | undefined {
  const { "application/json": json, ...binary } = responses["200"]?.content ?? {};
  const types = Object.keys(binary);
  // Each record of bytes has this member.
  const { content_type: shown } = (json?.example ?? {}) as { content_type?: string };
  return types.find((type) => type === shown) ?? types[0];
}

/** Returns the example of an operation as a shell command with a file as the body, and bytes as the response if it can. */
export function fileCurlCommand(operation: Operation, url: string): string {
  const types = fileTypes(operation);
  const type = types.find((name) => !name.endsWith("/*")) ?? types[0]?.replace("*", "octet-stream");
  const answer = bytesType(operation);
  return [
    ...opening(operation, url),
    `-H 'Content-Type: ${type}'`,
    ...(answer === undefined
      ? ["--data-binary @input"]
      : [`-H 'Accept: ${answer}'`, `--data-binary @input -o output.${answer.replace(/^.*\/|\+.*$/g, "")}`]),
  ].join(" \\\n  ");
}
