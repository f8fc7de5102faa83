import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type * as serverOnNode from "@tools-api/server/node";
import { denoPath } from "../engines/deno-path.ts";

export const serverPackage = dirname(
  createRequire(import.meta.url).resolve("@tools-api/server/package.json"),
);

/** The built commands of the server. */
export const cli = join(serverPackage, "dist/cli.js");

const runtimes = {
  node: () => ({ command: process.execPath, words: [cli, "serve"] }),
  deno: () => ({ command: denoPath(), words: ["run", "-A", join(serverPackage, "dist/deno.js")] }),
};

/** A runtime that the server supports. */
export type Runtime = keyof typeof runtimes;

/** Returns the command `tools-api` on a runtime, and its first arguments. */
export function toolsApiOn(runtime: Runtime): { command: string; args: string[] } {
  return runtime === "node"
    ? { command: process.execPath, args: [cli] }
    : { command: denoPath(), args: ["run", "-A", cli] };
}

/**
 * The environment of a user's shell, without the variables that npm sets for scripts. The server detects from them
 * how it was started.
 */
export function shellEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
}

/** A server with its stores. */
export interface StartedServer {
  url: string;
  /** The first API key, on an empty store. */
  key: string;
  /** Stops it and closes its stores. */
  stop: () => Promise<unknown>;
}

/** A server in this process. */
export interface ServerHere extends StartedServer {
  warnings: readonly string[];
  /** The link with which the owner of an unused first account sets a password. */
  linkToken: string | undefined;
}

/** A server in its own process. */
export interface ServerProcess extends StartedServer {
  /** Returns all output so far. */
  output: () => string;
  process: ChildProcess;
  /** Sends a signal and resolves to the exit code after the process has exited. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Returns a folder that is removed after the tests of the file. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "tools-api-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Ends a server that a failed test left running. Its input ends with this process, however that exits. */
function endWithThisProcess(server: ChildProcess): void {
  const janitor = spawn("sh", ["-c", `read line; kill -9 ${server.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  server.once("exit", () => janitor.kill("SIGKILL"));
}

/** Runs a server that is expected not to start, and resolves to its output after its exit. */
export function runServer(
  environment: Record<string, string>,
  runtime: Runtime,
  more: readonly string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { command, words } = runtimes[runtime]();
  const child = spawn(command, [...words, ...more], {
    env: { ...shellEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code: Number(code), stdout, stderr })),
  );
}

/** Starts a server and resolves when it prints that it is ready. */
export async function startServer(
  environment: Record<string, string>,
  runtime: Runtime = "node",
): Promise<ServerProcess> {
  const { command, words } = runtimes[runtime]();
  const child = spawn(command, words, {
    env: { ...shellEnvironment(), PORT: "0", LOG_LEVEL: "info", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  endWithThisProcess(child);
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url && (output.includes("\ncurl ") || output.includes("To create another key"))) resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then((code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  const url = await ready;
  return {
    url,
    key: /tk_live_[0-9A-Za-z]{38}/.exec(output)?.[0] ?? "",
    output: () => output,
    process: child,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

/**
 * Starts the built server in this process, which takes a tenth of the CPU time of a process of its own. For tests whose
 * subject is neither the process nor its output. Texts and images are still processed in child processes.
 */
export async function startServerHere(environment: Record<string, string>): Promise<ServerHere> {
  const path = join(serverPackage, "dist/node.js");
  // The built module has the type of its source.
  const { readConfig, serveNode } = (await import(path)) as typeof serverOnNode;
  const { TOOL_NICENESS } = process.env;
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", TOOL_NICENESS, ...environment });
  const { url, first, warnings, close } = await serveNode(config);
  return { url, key: first?.secret ?? "", warnings, linkToken: first?.linkToken, stop: close };
}

/** Starts a server on a runtime. On Node it runs in this process. */
export function startServerOn(runtime: Runtime, environment: Record<string, string>): Promise<StartedServer> {
  return runtime === "node" ? startServerHere(environment) : startServer(environment, runtime);
}
