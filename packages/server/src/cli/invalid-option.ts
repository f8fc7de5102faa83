import { ToolsError } from "@tools-api/core/errors";
import { UsageError } from "./usage-error.ts";

/** Returns the option for a field of core: `daily-limit` for `dailyLimit`. */
function optionName(field: string): string {
  return field.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the usage error for an error about fields that are all options of the command. Returns any other unchanged. */
export function asUsageError(error: unknown, words: readonly string[]): unknown {
  if (!(error instanceof ToolsError) || error.code !== "invalid_parameter") return error;
  const faults = (error.errors ?? []).map(({ pointer, detail }) => {
    const [field = ""] = pointer.slice(2).split("/");
    return { option: `--${optionName(field)}`, detail };
  });
  const isGiven = (option: string) => words.some((word) => word === option || word.startsWith(`${option}=`));
  if (faults.length === 0 || !faults.every(({ option }) => isGiven(option))) return error;
  const message = faults.map(({ option, detail }) => `${option}: ${detail}`).join("; ");
  return new UsageError(message, { cause: error });
}
