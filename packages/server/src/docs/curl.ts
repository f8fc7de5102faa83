import { shellQuote } from "../shell-word.ts";
import type { Operation } from "./api-document.ts";

/** Whether a call takes a file as its body, and the query with that alone. */
export function takesFile({ requestBody }: Operation): boolean {
  return requestBody !== undefined && "image/*" in requestBody.content;
}

/** The path of an operation with the examples of its parameters. */
function examplePath({ path, parameters = [] }: Operation, { hasQuery }: { hasQuery: boolean }): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length === 0 || !hasQuery ? filled : `${filled}?${query.join("&")}`;
}

/** The line that all commands begin with, and the header with the credential. */
function opening({ method, security }: Operation, url: string, path: string): string[] {
  const target = url === "" ? `"$TOOLS_API_URL"${shellQuote(path)}` : shellQuote(url + path);
  return [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${target}`,
    ...(security.some((scheme) => "bearer" in scheme) ? ['-H "Authorization: Bearer $TOOLS_API_KEY"'] : []),
  ];
}

const joint = " \\\n  ";

/**
 * The example of an operation as a command for a shell, which has an API key in `TOOLS_API_KEY`.
 *
 * @param url Under which the API is reached; empty where that is not known, and the shell has it in `TOOLS_API_URL`.
 */
export function curlOf(operation: Operation, url: string): string {
  const { parameters = [], requestBody } = operation;
  const path = examplePath(operation, { hasQuery: !takesFile(operation) });
  const body = requestBody?.content["application/json"]?.example;
  const headers = parameters
    .filter((parameter) => parameter.in === "header" && parameter.example !== undefined)
    .map(({ name, example }) => `-H ${shellQuote(`${name}: ${String(example)}`)}`);
  return [
    ...opening(operation, url, path),
    ...headers,
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`]),
  ].join(joint);
}

/** The same with an image file as the body, and an image as the answer. */
export function fileCurlOf(operation: Operation, url: string): string {
  return [
    ...opening(operation, url, examplePath(operation, { hasQuery: true })),
    "-H 'Content-Type: image/jpeg'",
    "-H 'Accept: image/*'",
    "--data-binary @photo.jpg -o photo.webp",
  ].join(joint);
}
