import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { runCommand } from "../command.ts";
import { getRequest } from "../contract.ts";
import {
  cli,
  type ServerProcess,
  shellEnvironment,
  startServer,
  temporaryFolder,
} from "../server-process.ts";
import { installedShells, paste } from "./shells.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const folderOfGuides = "packages/server/guides";
const guides = readdirSync(join(repository, folderOfGuides)).map((name) => `${folderOfGuides}/${name}`);
const documents = [
  "README.md",
  ".github/CONTRIBUTING.md",
  ...["core", "adapters", "server"].map((name) => `packages/${name}/README.md`),
  ...guides.filter((guide) => shellBlocks(guide).length > 0),
];
const shells = installedShells();

let folder: ReturnType<typeof temporaryFolder>;
/** The first start on its store. */
let first: ServerProcess;
/** A later start by npm, on a store whose first account is in use. */
let npm: ChildProcess;
let npmOutput = "";

beforeAll(async () => {
  folder = temporaryFolder();
  const settings = { DATABASE_URL: `sqlite:${join(folder.path, "it's!.db")}` };
  first = await startServer(settings);
  await fetch(`${first.url}/v1/user/profile`, getRequest(first.key));
  npm = keepErrors(
    spawn("npm", ["start"], {
      cwd: repository,
      env: { ...shellEnvironment(), ...settings, PORT: "0", npm_config_ignore_scripts: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  npm.stdout?.on("data", (chunk: Buffer) => (npmOutput += chunk.toString()));
  while (!/^To create another key: .+\n/m.test(npmOutput)) await sleep(20);
});
afterAll(async () => {
  npm.kill("SIGTERM");
  await Promise.all([once(npm, "close"), first.stop()]);
  folder.remove();
});

/** The environment of a user's shell, without npm's folders and our settings. */
function userEnvironment(path = process.env["PATH"] ?? ""): Record<string, string> {
  const folders = path.split(":").filter((entry) => !entry.includes("node_modules"));
  return { PATH: [dirname(process.execPath), ...folders].join(":"), HOME: folder.path };
}

/** Returns every command of the ```sh blocks of a document. A block is pasted as a whole. */
function shellBlocks(document: string): string[] {
  const text = readFileSync(join(repository, document), "utf8");
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = ""]) => block);
}

/** Programs that record their arguments, one per line, instead of installing or sending something. */
function recorders(names: readonly string[]): { path: string; calls: () => string[][] } {
  const path = join(folder.path, `bin-${Math.random()}`);
  const log = join(path, "log");
  mkdirSync(path);
  for (const name of names) {
    writeFileSync(
      join(path, name),
      // One write, so that the programs of a pipe do not mix their lines.
      `#!/bin/sh\nprintf '%s\\n' ${name} "$@" '<end>' >>'${log}'\n`,
    );
    chmodSync(join(path, name), 0o755);
  }
  return {
    path,
    calls: () =>
      readFileSync(log, "utf8")
        .split("<end>\n")
        .filter((call) => call !== "")
        .map((call) => call.trimEnd().split("\n")),
  };
}

const complaints =
  /event not found|no matches found|command not found|bad pattern|parse error|syntax error|unmatched/i;

describe.each(shells)("pasted in %s", (shell) => {
  it.each(documents)("every command of %s runs with the arguments that it shows", async (document) => {
    const blocks = shellBlocks(document);
    const { path, calls } = recorders(["npm", "npx", "node", "curl", "base64", "tools-api", "claude"]);
    // *.heic is meant to be expanded, so there is such a file.
    const cwd = join(folder.path, `${shell}-${document.replaceAll("/", "-")}`);
    mkdirSync(cwd, { recursive: true });
    for (const name of ["photo.heic", "photo.jpg"]) writeFileSync(join(cwd, name), "");
    const env = { ...userEnvironment(`${path}:/usr/bin:/bin`), PATH: `${path}:/usr/bin:/bin` };
    const { stderr } = await paste(shell, blocks.join("\n"), { cwd, env });
    expect(stderr).not.toMatch(complaints);
    // zsh passes a comment after a command to it.
    for (const call of calls()) expect(call).not.toContain("#");
    // As many as the lines of the blocks that begin with a program, directly or through the alias.
    const lines = blocks.join("").replaceAll(/\\\n/g, "").split("\n");
    const begun = lines.filter((line) => /^ *(?:npm|npx|node|curl|tools-api|claude) /.test(line));
    expect(begun.length).toBeGreaterThan(0);
    expect(calls().filter(([program]) => program !== "base64")).toHaveLength(begun.length);
  });

  it("the commands that npm start prints create a key and a sign-in link that work", async () => {
    const url = /ready at (\S+)/.exec(npmOutput)?.[1] ?? "";
    const command = /^To create another key: (.+)$/m.exec(npmOutput)?.[1] ?? "";
    const options = { cwd: repository, env: userEnvironment() };
    const created = await paste(shell, command, options);
    expect(created.code, created.stderr).toBe(0);
    const key = /tk_live_[0-9A-Za-z]{38}/.exec(created.stdout)?.[0] ?? "";
    expect((await fetch(`${url}/v1/user/profile`, getRequest(key))).status).toBe(200);
    const linked = await paste(shell, command.replace("keys create", "accounts sign-in-link"), options);
    const link = /^http\S+sign-in\S+$/m.exec(linked.stdout)?.[0] ?? linked.stderr;
    expect((await fetch(link)).status).toBe(200);
  });

  it("the curl line of the first start answers", async () => {
    const lines = first.output().match(/^curl .+$/gm) ?? [];
    expect(lines).toHaveLength(1);
    const [line = ""] = lines;
    const { code, stdout, stderr } = await paste(shell, line, { cwd: folder.path, env: userEnvironment() });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('"sentences":2');
    expect(first.output()).not.toContain("tools-api: warning: ");
  });

  it("the command in the message of keys create, for an account on another plan, changes the plan", async () => {
    const settings = { DATABASE_URL: `sqlite:${join(folder.path, `${shell}-plan.db`)}` };
    const env = { ...userEnvironment(), ...settings };
    const email = "it's.ada@example.com";
    await runCommand(["keys", "create", "--email", email, "--plan", "free"], settings);
    const create = `node ${cli} keys create --email 'it'\\''s.ada@example.com' --plan pro`;
    const refused = await paste(shell, create, { cwd: "/", env });
    const command = /To change it: (.+)$/m.exec(refused.stderr)?.[1]?.trim() ?? refused.stderr;
    const changed = await paste(shell, command, { cwd: "/", env: userEnvironment() });
    expect(changed.stdout).toContain(`${email} is on the pro plan`);
  });
});
