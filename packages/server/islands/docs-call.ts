import { formOptions, shellQuote } from "./curl-command.ts";

/** A call as filled in on a form of the reference. */
export interface DocumentedCall {
  method: string;
  /** The path after the base, with the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON, or the fields and the file of a form. */
  body: string | DocumentedForm | undefined;
}

interface DocumentedForm {
  fields: readonly (readonly [name: string, text: string])[];
  /** The name of the file's part. */
  name: string;
  file: File;
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
  const fields = fieldsIn("query", data);
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  const [file] = input?.files ?? [];
  const json = data.get("body");
  // A call with a file has its other fields in the form or in the JSON, and the API does not read the query.
  const query = input ? "" : String(new URLSearchParams(fields));
  const call = { method, path: query === "" ? path : `${path}?${query}`, headers };
  if (input && file) return { ...call, body: { fields, name: input.dataset["part"] ?? "", file } };
  if (typeof json !== "string" || json.trim() === "") return { ...call, body: undefined };
  return { ...call, headers: { ...headers, "Content-Type": "application/json" }, body: json };
}

/** Returns the body of a call as `fetch` takes it. */
export function fetchBody({ body }: DocumentedCall): string | FormData | undefined {
  if (typeof body !== "object") return body;
  const form = new FormData();
  for (const [name, text] of body.fields) form.append(name, text);
  form.append(body.name, body.file);
  return form;
}

function bodyOptions(body: DocumentedCall["body"]): string[] {
  if (body === undefined) return [];
  // Without `--data-raw`, curl would interpret a body that begins with @.
  if (typeof body === "string") return [`--data-raw ${shellQuote(body)}`];
  return formOptions(body.fields, { name: body.name, path: body.file.name });
}

/** Returns the call as a shell command that reads a credential from `TOOLS_API_KEY`. */
export function curlCommand(
  { method, path, headers, body }: DocumentedCall,
  url: string,
  { takesCredential }: { takesCredential: boolean },
): string {
  return [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${shellQuote(url + path)}`,
    ...(takesCredential ? ['-H "Authorization: Bearer $TOOLS_API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...bodyOptions(body),
  ].join(" \\\n  ");
}
