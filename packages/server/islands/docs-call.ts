import { shellQuote } from "./curl-command.ts";

/** A call as a form of the reference has it. */
export interface DocumentedCall {
  method: string;
  /** With its query, behind the base. */
  path: string;
  headers: Record<string, string>;
  body: string | File | undefined;
}

/** The fields of a form whose names begin with a place, such as `query:limit`; those left empty are not sent. */
function fieldsIn(place: string, data: FormData): [string, string][] {
  return [...data].flatMap(([name, value]): [string, string][] =>
    name.startsWith(`${place}:`) && typeof value === "string" && value !== ""
      ? [[name.slice(place.length + 1), value]]
      : [],
  );
}

/** The call that a form describes. */
export function callOf(form: HTMLFormElement, method: string, template: string): DocumentedCall {
  const data = new FormData(form);
  const path = fieldsIn("path", data).reduce(
    (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const headers = Object.fromEntries(fieldsIn("header", data));
  const file = data.get("file");
  const hasFile = file instanceof File && file.size > 0;
  const json = data.get("body");
  // With JSON as the body all fields stand in it, and the query is not read.
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

/** The call as a command for a shell, which has a credential in `TOOLS_API_KEY`. */
export function curlOf(
  { method, path, headers, body }: DocumentedCall,
  url: string,
  { takesCredential }: { takesCredential: boolean },
): string {
  // Without these a body that begins with @, and a file named -, would be something else to curl.
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
