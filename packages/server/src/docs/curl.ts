import { shellQuote } from "../account/shell-word.ts";
import type { Operation } from "./api-document.ts";

/** Returns whether a call accepts a file as its body. Such a call reads the query only if the body is a file. */
export function takesFile({ requestBody }: Operation): boolean {
  return requestBody !== undefined && "image/*" in requestBody.content;
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

/** Returns the example of an operation as a shell command with an image file as the body and an image as the response. */
export function fileCurlCommand(operation: Operation, url: string): string {
  return [
    ...opening(operation, url),
    "-H 'Content-Type: image/jpeg'",
    "-H 'Accept: image/*'",
    "--data-binary @photo.jpg -o photo.webp",
  ].join(" \\\n  ");
}
