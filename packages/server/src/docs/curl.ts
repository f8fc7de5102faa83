import { shellQuote } from "../ui/shell-word.ts";
import { binaryRanges } from "../http/accept.ts";
import type { Operation } from "./api-document.ts";

/** The file of a call. */
export interface DocumentedFile {
  /** The name of its part in a form. */
  name: string;
  /** The media types of a body that is the file itself. */
  mediaTypes: readonly string[];
}

/** Returns the file that a call accepts as a part of a form, or as its body with the other fields in the query. */
export function documentedFile({ requestBody }: Operation): DocumentedFile | undefined {
  const { "multipart/form-data": form, "application/json": _, ...files } = requestBody?.content ?? {};
  const parts = Object.entries(form?.schema?.properties ?? {});
  const [name] = parts.find(([, { format }]) => format === "binary") ?? [];
  return name === undefined ? undefined : { name, mediaTypes: Object.keys(files) };
}

/**
 * Returns the example of an operation as a shell command that sends the file in a form. Returns `undefined` if the
 * operation has no file, or if its example has a value that a form cannot carry.
 */
export function fileCurlCommand(operation: Operation, url: string): string | undefined {
  const file = documentedFile(operation);
  if (!file) return undefined;
  const { path, requestBody, responses } = operation;
  // The example of a tool is an object.
  const example = (requestBody?.content["application/json"]?.example ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const fields = Object.entries(example).filter(([name]) => name !== file.name);
  if (fields.some(([, value]) => typeof value === "object")) return undefined;
  const { "application/json": _, ...others } = responses["200"]?.content ?? {};
  const types = Object.keys(others);
  const target = url === "" ? `"$TOOLS_API_URL"${shellQuote(path)}` : shellQuote(url + path);
  return [
    `curl -sS ${types.length > 0 ? "-OJ " : ""}${target}`,
    '-H "Authorization: Bearer $TOOLS_API_KEY"',
    ...(types.length > 0 ? [`-H ${shellQuote(`Accept: ${binaryRanges(types)}`)}`] : []),
    ...fields.map(([name, value]) => `--form-string ${shellQuote(`${name}=${String(value)}`)}`),
    `-F ${shellQuote(`${file.name}=@path/to/${file.name}`)}`,
  ].join(" \\\n  ");
}
