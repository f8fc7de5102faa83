import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { toolsApi, toolsApiHere } from "../command.ts";
import { saysNothing } from "../openapi/said.ts";
import { cli } from "../server-process.ts";

const manifest = createRequire(import.meta.url).resolve("@tools-api/server/package.json");
// The package's own manifest.
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

/** The built modules that print the help of commands, with the types that these tests need. */
interface HelpModules {
  commandTable: ReadonlyMap<
    string,
    { usage: string[]; details?: { load: () => Promise<Record<string, string>> } }
  >;
  commandHelp: (name: string, entry: unknown, details?: Record<string, string>) => string;
  optionsOf: (name: string, usage: string[]) => [string, string][];
}

async function helpModules(): Promise<HelpModules> {
  const load = (name: string) => import(join(dirname(cli), "cli", name)) as Promise<HelpModules>;
  return {
    ...(await load("command-table.js")),
    ...(await load("help.js")),
    ...(await load("option-meanings.js")),
  };
}

/** The usage of every command in `tools-api --help`, by name. */
const commands = new Map<string, string>();

beforeAll(async () => {
  const { stdout } = await toolsApiHere(["--help"]);
  for (const [, usage = ""] of stdout.matchAll(/^ {2}(\w.*)$/gm))
    commands.set(
      /^(?:(?:keys|accounts|invitations|invoices|clients|grants|mail|signing-keys) )?[a-z-]+/.exec(
        usage,
      )?.[0] ?? "",
      usage,
    );
});

const usageLines = (text: string) =>
  [...text.matchAll(/^(?:Usage:| {6}) tools-api (.+)$/gm)].map(([, line = ""]) => line);

describe("tools-api", () => {
  it("prints only the usage of a command for --help and -h", async () => {
    const { commandHelp, commandTable } = await helpModules();
    expect([...commandTable.keys()]).toEqual([...commands.keys()]);
    for (const [name, entry] of commandTable) {
      const help = commandHelp(name, entry);
      expect(usageLines(help).length).toBeGreaterThan(0);
      for (const line of usageLines(help)) expect(`${line} `).toMatch(new RegExp(`^${name} `));
      // A sentence describes the command.
      expect(help).toMatch(/^[A-Z].+\.$/m);
    }
    for (const [name, option] of [
      ["serve", "--help"],
      ["keys create", "-h"],
    ] as const) {
      const entry = commandTable.get(name);
      const help = commandHelp(name, entry, await entry?.details?.load());
      expect(await toolsApi([...name.split(" "), option])).toEqual({ code: 0, stdout: help, stderr: "" });
    }
  });

  it("says the effect of every option, setting and field that a command reads", async () => {
    const { commandTable, optionsOf } = await helpModules();
    for (const [name, { usage, details }] of commandTable) {
      const all = [...optionsOf(name, usage), ...Object.entries((await details?.load()) ?? {})];
      const poor = all.filter(([word, text]) => saysNothing(word.replaceAll(/^--/g, ""), text));
      expect(poor, name).toEqual([]);
      for (const [, text] of all) expect(text).toMatch(/^[\p{Lu}\d].*\.$/u);
    }
  });

  it("prints its version with --version, with and without a command", async () => {
    for (const words of [[], ["serve"], ["keys", "create"]])
      expect(await toolsApiHere([...words, "--version"])).toEqual({
        code: 0,
        stdout: `${version}\n`,
        stderr: "",
      });
  });

  it.each([
    [["keys", "create", "--color", "red"], "Unknown option '--color'.", "keys create"],
    [["serve", "now"], "Expected no arguments after the command, received 1.", "serve"],
  ])("prints one line and the usage of the command for %j, and exits with 2", async (words, line, name) => {
    const { code, stdout, stderr } = await toolsApiHere(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [first, blank] = stderr.split("\n");
    expect([first, blank]).toEqual([`tools-api: ${line}`, ""]);
    expect(usageLines(stderr)).toHaveLength(1);
    expect(stderr).toContain(`\n\nUsage: tools-api ${name}`);
  });

  it.each([["frobnicate"], ["keys"], ["help", "frobnicate"], ["toString"]])(
    "exits with code 2 for the unknown command %s",
    async (...words) => {
      const { code, stderr } = await toolsApiHere(words);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^tools-api: There is no command "/);
      expect(stderr).not.toContain("    at ");
    },
  );
});
