import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { cli, type Runtime, runServer } from "./server-process.ts";

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

/** The built modules of the commands. */
interface CommandModules {
  commandTable: ReadonlyMap<string, { load: () => Promise<(words: string[]) => Promise<void>> }>;
  main: (words: readonly string[]) => Promise<void>;
}

/** Imports a built module, which has the type of its source. */
async function built(name: string): Promise<CommandModules> {
  const path = join(dirname(cli), "cli", name);
  return (await import(path)) as CommandModules;
}

/** Returns the exit code that a function sets, and all that it prints. */
async function captured(
  environment: Record<string, string>,
  run: () => Promise<void>,
): Promise<CommandResult> {
  const { env, exitCode, stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  const printed = { stdout: "", stderr: "" };
  const recorder = (name: keyof typeof printed) => (chunk: string | Uint8Array) => {
    printed[name] += String(chunk);
    return true;
  };
  process.env = { ...env, ...environment };
  // An assignment would tell TypeScript that no command sets it.
  Object.assign(process, { exitCode: undefined });
  stdout.write = recorder("stdout");
  stderr.write = recorder("stderr");
  try {
    await run();
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    [stdout.write, stderr.write] = writes;
    process.exitCode = exitCode;
    process.env = env;
  }
}

/**
 * Runs `tools-api` in this process, which takes a tenth of the time of {@link toolsApi}. Only one command can run at a time,
 * and only where a process of its own plays no part.
 */
export async function toolsApiHere(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const { main } = await built("main.js");
  return captured(environment, () => main(words));
}

/** Runs a server that is expected not to start on a runtime. On Node it runs in this process. */
export function runServerOn(runtime: Runtime, environment: Record<string, string>): Promise<CommandResult> {
  return runtime === "node" ? toolsApiHere(["serve"], environment) : runServer(environment, runtime);
}

/**
 * Runs a command in this process, and returns what it prints. Rejects with the error of a command that fails.
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
  const { commandTable } = await built("command-table.js");
  const length = [2, 1].find((count) => commandTable.has(words.slice(0, count).join(" "))) ?? 0;
  const command = await commandTable.get(words.slice(0, length).join(" "))?.load();
  if (!command) throw new Error(`There is no command ${words.join(" ")}.`);
  return captured(environment, () => command(words.slice(length)));
}
