import type { ToolsError } from "@tools-api/core";
import { ListenError } from "./listen-error.ts";

function parameterLines({ errors = [], message }: ToolsError): string[] {
  if (errors.length < 2) return [message];
  const named = errors.map(({ pointer, detail }) => `${pointer.replace(/^#\//, "")}: ${detail}`);
  // The message ends with the number of errors that it does not list.
  const [further] = /and \d+ more$/.exec(message) ?? [];
  return further === undefined ? named : [...named, further];
}

/** Returns the lines that tell an operator why a command or a start failed, one for each invalid setting. */
export function errorMessage(error: ToolsError | ListenError): string {
  if (error instanceof ListenError) return error.advice;
  return parameterLines(error)
    .map((line) => `tools-api: ${line}`)
    .join("\n");
}
