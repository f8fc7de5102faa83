import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { toolsApi } from "../command.ts";
import { runServer } from "../server-process.ts";

const manifest = createRequire(import.meta.url).resolve("@tools-api/server/package.json");
// The package's own manifest.
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

/** The usage of every command in `tools-api --help`, by name. */
const commands = new Map<string, string>();

beforeAll(async () => {
  const { stdout } = await toolsApi(["--help"]);
  for (const [, usage = ""] of stdout.matchAll(/^ {2}(\w.*)$/gm))
    commands.set(
      /^(?:(?:keys|accounts|invoices|clients|signing-keys) )?[a-z-]+/.exec(usage)?.[0] ?? "",
      usage,
    );
});

const usageLines = (text: string) =>
  [...text.matchAll(/^(?:Usage:| {6}) tools-api (.+)$/gm)].map(([, line = ""]) => line);

describe("tools-api", () => {
  it("lists all commands with --help", () => {
    expect(commands.size).toBe(17);
  });

  it.each(["--help", "-h"])("prints only the usage of a command for %s", async (option) => {
    const results = await Promise.all(
      [...commands.keys()].map(async (name) => ({ name, ...(await toolsApi([...name.split(" "), option])) })),
    );
    for (const { name, code, stdout, stderr } of results) {
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: "" });
      expect(usageLines(stdout).length).toBeGreaterThan(0);
      for (const line of usageLines(stdout)) expect(`${line} `).toMatch(new RegExp(`^${name} `));
      // A sentence describes the command.
      expect(stdout).toMatch(/^[A-Z].+\.$/m);
    }
  });

  it("prints its version with --version, with and without a command", async () => {
    const calls = [[], ...[...commands.keys()].map((name) => name.split(" "))];
    const results = await Promise.all(calls.map((words) => toolsApi([...words, "--version"])));
    for (const result of results) expect(result).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("prints the same usage for `help` as for --help of a command, of a group and without either", async () => {
    const pairs: [string[], string[]][] = [
      [
        ["help", "keys", "create"],
        ["keys", "create", "--help"],
      ],
      [
        ["help", "keys"],
        ["keys", "--help"],
      ],
      [["help"], ["--help"]],
    ];
    for (const [one, other] of pairs) {
      const [help, option] = await Promise.all([toolsApi(one), toolsApi(other)]);
      expect(help).toEqual(option);
      expect(help.code).toBe(0);
    }
  });

  it.each([
    [["keys", "create"], "--email is missing.", "keys create"],
    [["keys", "create", "--color", "red"], "Unknown option '--color'.", "keys create"],
    [["keys", "revoke"], "Expected 1 argument after the command, received 0.", "keys revoke"],
    [["accounts", "list", "all"], "Expected no arguments after the command, received 1.", "accounts list"],
    [["clients", "create", "--email"], "Option '--email <value>' argument missing.", "clients create"],
    [["serve", "now"], "Expected no arguments after the command, received 1.", "serve"],
  ])("prints one line and the usage of the command for %j, and exits with 2", async (words, line, name) => {
    const { code, stdout, stderr } = await toolsApi(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [first, blank] = stderr.split("\n");
    expect([first, blank]).toEqual([`tools-api: ${line}`, ""]);
    expect(usageLines(stderr)).toHaveLength(1);
    expect(stderr).toContain(`\n\nUsage: tools-api ${name}`);
  });

  it.each([
    ["frobnicate"],
    ["keys"],
    ["keys", "frobnicate"],
    ["help", "frobnicate"],
    ["toString"],
    ["--json"],
  ])("exits with code 2 for the unknown command %s", async (...words) => {
    const { code, stderr } = await toolsApi(words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^tools-api: There is no command "/);
    expect(stderr).not.toContain("    at ");
  });

  it("names the unreadable file in one line", async () => {
    const { code, stderr } = await toolsApi(["analyze", "/no/such/letter.txt"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "tools-api: /no/such/letter.txt: no such file or folder\n",
    });
  });
});

describe("deno.js", () => {
  it.each([
    [["--help"], 0],
    [["serve"], 2],
  ])("starts no server for %j, and exits with %i", async (words, code) => {
    const result = await runServer({ DATABASE_URL: "memory:", PORT: "0" }, "deno", words);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain("Usage: deno run -A deno.js");
    expect(result.stdout).not.toContain("ready");
  });
});
