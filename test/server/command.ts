import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { cli } from "./server-process.ts";

/** The exit code and the output of a command. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `tools-api` with arguments, an environment and an input, in this folder or another. */
export function toolsApi(
  words: string[],
  environment: Record<string, string> = {},
  input = "",
  cwd?: string,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
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
 * @param words The name of the command and its arguments.
 */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  return (await runCommandHere(words, environment)).stdout;
}

/** Runs a command like {@link runCommand}, and returns its exit code and all that it prints. */
export async function runCommandHere(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const path = join(dirname(cli), "cli/command-table.js");
  // The built module has the type of its source.
  const { commandTable } = (await import(path)) as CommandModule;
  const length = [2, 1].find((count) => commandTable.has(words.slice(0, count).join(" "))) ?? 0;
  const command = await commandTable.get(words.slice(0, length).join(" "))?.load();
  if (!command) throw new Error(`There is no command ${words.join(" ")}.`);
  const { env, exitCode, stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  const printed = { stdout: "", stderr: "" };
  const recorder = (name: keyof typeof printed) => (chunk: string | Uint8Array) => {
    printed[name] += String(chunk);
    return true;
  };
  process.env = { ...env, ...environment };
  stdout.write = recorder("stdout");
  stderr.write = recorder("stderr");
  try {
    await command(words.slice(length));
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    [stdout.write, stderr.write] = writes;
    process.exitCode = exitCode;
    process.env = env;
  }
}
