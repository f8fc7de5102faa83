import process from "node:process";
import { type CommandEntry, commandTable } from "./command-table.ts";
import { commandHelp, commandUsage, fullHelp, groupHelp } from "./help.ts";
import { printableLines } from "./printable.ts";
import { systemErrorMessage } from "./system-errors.ts";
import { UsageError } from "./usage-error.ts";
import { errorMessage, ListenError } from "../runtime/listen-error.ts";
import { version } from "../version.ts";

interface FoundCommand {
  name: string;
  entry: CommandEntry;
  /** The arguments after the name. */
  rest: string[];
}

/** Returns the command that the arguments begin with, or `null`. */
function findCommand(words: readonly string[]): FoundCommand | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    const entry = commandTable.get(name);
    if (entry && words.length >= length) return { name, entry, rest: words.slice(length) };
  }
  return null;
}

/** Returns the help on a command, on a group or on everything. `null` if there is no such command. */
async function helpOn(words: readonly string[]): Promise<string | null> {
  const [first] = words;
  if (first === undefined) return fullHelp();
  const found = findCommand(words);
  if (found) return commandHelp(found.name, found.entry, await found.entry.details?.load());
  return words.length === 1 ? groupHelp(first) : null;
}

function unknownCommand(words: readonly string[]): UsageError {
  const [group = ""] = words;
  if (group.startsWith("-"))
    return new UsageError(
      `There is no command ${JSON.stringify(group)}. Settings are environment variables, such as PORT=3001.`,
      { usage: "Usage: tools-api [COMMAND]\n\ntools-api --help lists the commands.\n" },
    );
  const help = groupHelp(group) ?? "Usage: tools-api [COMMAND]\n\ntools-api --help lists the commands.\n";
  return new UsageError(`There is no command ${JSON.stringify(words.join(" "))}.`, { usage: help });
}

async function run(words: readonly string[]): Promise<void> {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  const named = words.filter((word) => !word.startsWith("-"));
  if (words[0] === "help" || options.includes("--help") || options.includes("-h")) {
    const topic = words[0] === "help" ? named.slice(1) : named;
    // Arguments may follow the name of a command: `keys revoke key_1 --help`.
    const text = (await helpOn(topic)) ?? (words[0] === "help" ? null : groupHelp(topic[0] ?? ""));
    if (text === null) throw unknownCommand(topic);
    process.stdout.write(text);
    return;
  }
  if (options.includes("--version")) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const found = findCommand(words.length === 0 ? ["serve"] : words);
  if (!found) throw unknownCommand(words);
  try {
    const command = await found.entry.load();
    await command(found.rest).catch(async (error: unknown) => {
      // Only a command that has loaded the core throws its errors.
      const { asUsageError } = await import("./invalid-option.ts");
      throw asUsageError(error, found.rest);
    });
  } catch (error) {
    if (error instanceof UsageError) error.usage ??= commandUsage(found.name, found.entry);
    throw error;
  }
}

/** Returns the message for the user. Only a defect of the program shows its stack. */
async function messageFor(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return `tools-api: ${String(error)}`;
  if (error instanceof UsageError) return `tools-api: ${error.message}\n\n${error.usage ?? ""}`.trimEnd();
  // Help, the version and usage errors do not need the core, which takes four times as long to load as Node.
  const { ToolsError } = await import("@tools-api/core");
  if (error instanceof ToolsError || error instanceof ListenError) return errorMessage(error);
  return `tools-api: ${systemErrorMessage(error) ?? error.stack ?? error.message}`;
}

/** Runs `tools-api` with arguments. Prints the error of a command that fails, and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  await run(words).catch(async (error: unknown) => {
    process.stderr.write(`${printableLines(await messageFor(error))}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  });
}
