import { execFile } from "node:child_process";
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
