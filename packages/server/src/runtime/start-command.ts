import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { shellWord } from "../account/shell-word.ts";
import { redactor } from "./stores/redact.ts";

/** How this process was started. Determines which commands work in the user's shell. */
export interface Invocation {
  env: Record<string, string | undefined>;
  cwd: string;
  /** The path of the program file. */
  program: string;
  runtime: "node" | "deno";
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
const cliPath = fileURLToPath(new URL(`../cli${extension}`, import.meta.url));

function thisInvocation(): Invocation {
  return {
    env: process.env,
    cwd: process.cwd(),
    program: process.argv[1] ?? cliPath,
    runtime: process.versions["deno"] === undefined ? "node" : "deno",
  };
}

/**
 * Returns whether the user's own PATH has `tools-api`. npm adds folders to PATH that the user's shell does not have.
 */
function isOnPath({ env }: Invocation): boolean {
  if (env["npm_command"] !== undefined) return false;
  return (env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, "tools-api"), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function pathWord(path: string, { cwd }: Invocation): string {
  const near = relative(cwd, path);
  return shellWord(near.startsWith("..") || isAbsolute(near) ? path : near);
}

function programCommand(path: string, invocation: Invocation): string {
  const { runtime, env } = invocation;
  if (runtime === "node") return `node ${pathWord(path, invocation)}`;
  return `${env["npm_command"] === "exec" ? "npx " : ""}deno run -A ${pathWord(path, invocation)}`;
}

function toolsApi(invocation: Invocation): string {
  if (isOnPath(invocation)) return "tools-api";
  const { env, cwd, program } = invocation;
  const isNpx = env["npm_command"] === "exec" && program === join(cwd, "node_modules/.bin/tools-api");
  return isNpx ? "npx tools-api" : programCommand(cliPath, invocation);
}

/** Returns the settings that identify the server and its stores. Omits those with a password. */
function settings(env: Invocation["env"], names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = env[name] ?? "";
    return value === "" || redactor([value])(value) !== value ? [] : [`${name}=${shellWord(value)}`];
  });
}

/**
 * Returns the `cd` that a pasted command needs. npm runs a script in the folder of the package, wherever the user's
 * shell is.
 */
function folder({ env, cwd }: Invocation): string {
  const shellFolder = env["INIT_CWD"] ?? cwd;
  return shellFolder === cwd ? "" : `cd ${shellWord(cwd)} && `;
}

/** Returns a `tools-api` command that works when pasted into the shell that started this process. */
export function toolsApiCommand(words: readonly string[], invocation: Invocation = thisInvocation()): string {
  const parts = [...settings(invocation.env, ["DATABASE_URL", "USAGE_URL"]), toolsApi(invocation)];
  return folder(invocation) + [...parts, ...words.map(shellWord)].join(" ");
}

function startWords(invocation: Invocation): string {
  const script = invocation.env["npm_lifecycle_event"];
  if (invocation.env["npm_command"] !== "exec" && script !== undefined)
    return script === "start" ? "npm start" : `npm run ${shellWord(script)}`;
  return invocation.runtime === "deno"
    ? programCommand(invocation.program, invocation)
    : `${toolsApi(invocation)} serve`;
}

/** Returns the command that starts this server again with other settings. */
export function startCommand(
  changes: { PORT?: string; HOST?: string },
  invocation: Invocation = thisInvocation(),
): string {
  const env = { ...invocation.env, ...changes };
  const names = ["PORT", "HOST", "DATABASE_URL", "USAGE_URL"];
  const set = settings(env, names);
  return folder(invocation) + [...set, startWords(invocation)].join(" ");
}
