import { execFileSync, spawn } from "node:child_process";

/** A shell with the options that make it interactive, without the user's own settings. */
const shells = { bash: ["--norc", "--noprofile", "-i"], zsh: ["-f", "-i"] } as const;

/** A shell in which users paste commands. */
export type Shell = keyof typeof shells;

/** Returns the shells of this machine. Under CI a missing one is an error. */
export function installedShells(): Shell[] {
  return (["bash", "zsh"] as const).filter((shell) => {
    try {
      execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
      return true;
    } catch {
      if (process.env["CI"]) throw new Error(`${shell} is missing: apt-get install ${shell}`);
      console.log(`skipped: commands pasted in ${shell}; install it by: apt-get install ${shell}`);
      return false;
    }
  });
}

/** The result of pasted text. */
export interface Pasted {
  /** The exit status of the last command. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Pastes text into an interactive shell, where `!` is history expansion and in zsh `#` no comment. */
export function paste(
  shell: Shell,
  text: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Pasted> {
  return new Promise((resolve, reject) => {
    const child = spawn(shell, shells[shell], {
      cwd,
      env: { HISTFILE: "/dev/null", PS1: "", PS2: "", TERM: "dumb", LC_ALL: "C.UTF-8", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", () => {
      const code = Number(/<status (\d+)>/.exec(stdout)?.[1] ?? -1);
      resolve({ code, stdout, stderr });
    });
    child.stdin.end(`${text}\nprintf '<status %s>\\n' "$?"\nexit\n`);
  });
}
