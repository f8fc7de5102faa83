import { shellQuote } from "./curl-command.ts";

/** A call as filled in on a form of the reference. */
export interface DocumentedCall {
  method: string;
  /** The path after the base, with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | File | undefined;
}

/** Returns the fields whose names begin with a place, such as `query:limit`. Omits empty fields. */
function fieldsIn(place: string, data: FormData): [string, string][] {
  return [...data].flatMap(([name, value]): [string, string][] =>
    name.startsWith(`${place}:`) && typeof value === "string" && value !== ""
      ? [[name.slice(place.length + 1), value]]
      : [],
  );
}

/** Returns the call that a form describes. */
export function readCall(form: HTMLFormElement, method: string, template: string): DocumentedCall {
  const data = new FormData(form);
  const path = fieldsIn("path", data).reduce(
    (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const headers = Object.fromEntries(fieldsIn("header", data));
  const file = data.get("file");
  const hasFile = file instanceof File && file.size > 0;
  const json = data.get("body");
  // With a JSON body, all fields are in the body, and the API does not read the query.
  const hasJson = !hasFile && typeof json === "string" && json.trim() !== "";
  const query = hasJson && data.has("file") ? "" : String(new URLSearchParams(fieldsIn("query", data)));
  if (hasJson) headers["Content-Type"] = "application/json";
  if (hasFile) headers["Content-Type"] = file.type === "" ? "application/octet-stream" : file.type;
  return {
    method,
    path: query === "" ? path : `${path}?${query}`,
    headers,
    body: hasFile ? file : hasJson ? json : undefined,
  };
}

/** Returns the call as a shell command that reads a credential from `TOOLS_API_KEY`. */
export function curlCommand(
  { method, path, headers, body }: DocumentedCall,
  url: string,
  { takesCredential }: { takesCredential: boolean },
): string {
  // Without `--data-raw` and `./`, curl would interpret a body that begins with @ and a file named `-`.
  const data =
    typeof body === "string"
      ? `--data-raw ${shellQuote(body)}`
      : body && `--data-binary ${shellQuote(`@./${body.name}`)}`;
  return [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${shellQuote(url + path)}`,
    ...(takesCredential ? ['-H "Authorization: Bearer $TOOLS_API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [data]),
  ].join(" \\\n  ");
}
