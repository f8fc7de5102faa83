import { pythonCall, typescriptCall } from "./code-call.ts";
import { fileCommand, jsonCommand } from "./curl-command.ts";
import type { ToolRequest } from "./playground-form.ts";

// Linux accepts no argument longer than 128 KiB, and a command of ten screens is unreadable.
const maxCommandLength = 4000;

/** Returns the fields of a form with the file. `null` if the request is sent as JSON. */
function formFields({ isPlain, fields, file }: ToolRequest): [name: string, text: string][] | null {
  if (!isPlain || !file || file.base64 !== undefined) return null;
  return Object.entries(fields).map(([name, value]) => [name, String(value)]);
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsDataURL` makes the result a text.
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });
}

/** Returns a request as JSON, with its file in base64. */
export async function requestJson({ fields, file }: ToolRequest): Promise<string> {
  if (!file) return JSON.stringify(fields);
  return JSON.stringify({ [file.name]: file.base64 ?? (await dataUrl(file.content)), ...fields });
}

/** Returns the body of a call with its type. A form has a type that the browser sets. */
export async function callBody(request: ToolRequest): Promise<{ body: string | FormData; type?: string }> {
  const fields = formFields(request);
  if (!fields || !request.file) return { body: await requestJson(request), type: "application/json" };
  const body = new FormData();
  for (const [name, text] of fields) body.append(name, text);
  body.append(request.file.name, request.file.content);
  return { body };
}

/**
 * Returns a call as a command. `needsFile` is true if the command reads the request from the file `request.json`,
 * because it is too long or has bytes.
 */
export function callCommand(
  url: string,
  accept: string | undefined,
  request: ToolRequest,
): { command: string; needsFile: boolean } {
  const { fields, file } = request;
  const form = formFields(request);
  if (form && file)
    return {
      command: fileCommand({ url, accept }, form, { name: file.name, path: file.content.name }),
      needsFile: false,
    };
  const isKnown = !file || file.base64 !== undefined;
  const json = JSON.stringify({ ...(file && { [file.name]: file.base64 }), ...fields });
  const needsFile = !isKnown || json.length > maxCommandLength;
  return { command: jsonCommand({ url, accept }, needsFile ? "@request.json" : json), needsFile };
}

/** Returns a call as programs, by language. The text of a long request is cut. */
export function callCode(
  url: string,
  accept: string | undefined,
  { fields, file }: ToolRequest,
): Record<"typescript" | "python", string> {
  const isKnown = file?.base64 !== undefined;
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" && value.length > maxCommandLength
      ? `${value.slice(0, maxCommandLength)}…`
      : value,
  ]);
  const call = {
    url,
    accept,
    fields: {
      ...(isKnown && { [file.name]: file.base64 }),
      ...Object.fromEntries(shown),
    } as ToolRequest["fields"],
    file: file && !isKnown ? { name: file.name, path: file.content.name } : undefined,
  };
  return { typescript: typescriptCall(call), python: pythonCall(call) };
}
