import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { cli } from "./server-process.ts";

/** The exit code and the output of a command. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `tools-api` with arguments, an environment and an input. */
export function toolsApi(
  words: string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [cli, ...words], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

/** The module of the built commands that `cli.js` looks them up in. */
interface CommandModule {
  commandTable: ReadonlyMap<string, { load: () => Promise<(words: string[]) => Promise<void>> }>;
}

/**
 * Runs a command in this process, which takes a tenth of the time, and returns what it prints. Rejects with the error
 * of a command that fails. Only one command can run at a time, and only where a process of its own plays no part.
 *
 * @param words The name of the command, which has two words, and its arguments.
 */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  const path = join(dirname(cli), "cli/command-table.js");
  // The built module has the type of its source.
  const { commandTable } = (await import(path)) as CommandModule;
  const command = await commandTable.get(words.slice(0, 2).join(" "))?.load();
  if (!command) throw new Error(`There is no command ${words.join(" ")}.`);
  const { env } = process;
  const { write } = process.stdout;
  let printed = "";
  process.env = { ...env, ...environment };
  process.stdout.write = (chunk: string | Uint8Array) => {
    printed += String(chunk);
    return true;
  };
  try {
    await command(words.slice(2));
  } finally {
    process.stdout.write = write;
    process.env = env;
  }
  return printed;
}
