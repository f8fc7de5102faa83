import type { Operation } from "./api-document.ts";

/** A word for a shell, whatever stands in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The path of an operation with the examples of its parameters. */
function examplePath({ path, parameters = [] }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/**
 * The example of an operation as a command for a shell, which has an API key in `TOOLS_API_KEY`.
 *
 * @param url Under which the API is reached; empty where that is not known, and the shell has it in `TOOLS_API_URL`.
 */
export function curlOf(operation: Operation, url: string): string {
  const { method, parameters = [], requestBody, security } = operation;
  const path = examplePath(operation);
  const body = requestBody?.content["application/json"]?.example;
  const headers = parameters
    .filter((parameter) => parameter.in === "header" && parameter.example !== undefined)
    .map(({ name, example }) => `-H ${quoted(`${name}: ${String(example)}`)}`);
  return [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${url === "" ? `"$TOOLS_API_URL"${quoted(path)}` : quoted(url + path)}`,
    ...(security.some((scheme) => "bearer" in scheme) ? ['-H "Authorization: Bearer $TOOLS_API_KEY"'] : []),
    ...headers,
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}
