import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { shellWord } from "../ui/shell-word.ts";
import { redactor } from "./stores/redact.ts";

const cliPath = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

// How this process was started determines which commands work in the user's shell.
const { env } = process;
const program = process.argv[1] ?? cliPath;
const isDeno = process.versions["deno"] !== undefined;

/**
 * Returns whether the user's own PATH has `tools-api`. npm adds folders to PATH that the user's shell does not have.
 */
function isOnPath(): boolean {
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

function pathWord(path: string): string {
  const near = relative(process.cwd(), path);
  return shellWord(near.startsWith("..") || isAbsolute(near) ? path : near);
}

function programCommand(path: string): string {
  if (!isDeno) return `node ${pathWord(path)}`;
  return `${env["npm_command"] === "exec" ? "npx " : ""}deno run -A ${pathWord(path)}`;
}

function toolsApi(): string {
  if (isOnPath()) return "tools-api";
  const linked = join(process.cwd(), "node_modules/.bin/tools-api");
  return env["npm_command"] === "exec" && program === linked ? "npx tools-api" : programCommand(cliPath);
}

/** Returns the settings that identify the server and its stores. Omits those with a password. */
function settings(values: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = values[name] ?? "";
    return value === "" || redactor([value])(value) !== value ? [] : [`${name}=${shellWord(value)}`];
  });
}

/**
 * Returns the `cd` that a pasted command needs. npm runs a script in the folder of the package, wherever the user's
 * shell is.
 */
function folder(): string {
  const cwd = process.cwd();
  const shellFolder = env["INIT_CWD"] ?? cwd;
  return shellFolder === cwd ? "" : `cd ${shellWord(cwd)} && `;
}

/** Returns a `tools-api` command that works when pasted into the shell that started this process. */
export function toolsApiCommand(words: readonly string[]): string {
  const parts = [...settings(env, ["DATABASE_URL", "USAGE_URL"]), toolsApi()];
  return folder() + [...parts, ...words.map(shellWord)].join(" ");
}

function startWords(): string {
  const script = env["npm_lifecycle_event"];
  if (env["npm_command"] !== "exec" && script !== undefined)
    return script === "start" ? "npm start" : `npm run ${shellWord(script)}`;
  return isDeno ? programCommand(program) : `${toolsApi()} serve`;
}

/** Returns the command that starts this server again with other settings. */
export function startCommand(changes: { PORT?: string; HOST?: string }): string {
  const set = settings({ ...env, ...changes }, ["PORT", "HOST", "DATABASE_URL", "USAGE_URL"]);
  return folder() + [...set, startWords()].join(" ");
}
