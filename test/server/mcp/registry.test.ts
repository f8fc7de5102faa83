import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readConfig } from "@tools-api/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { cli } from "../server-process.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}packages/server/${path}`, "utf8");

/** The members that the entry uses, with the limits of the registry's schema of 2025-12-11. */
const Entry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().max(100),
  description: z.string().max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.literal("github"), subfolder: z.string() }),
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal("npm"),
      registryBaseUrl: z.literal("https://registry.npmjs.org"),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal("npx"),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(
        z.discriminatedUnion("type", [
          z.strictObject({ type: z.literal("positional"), value: z.string() }),
          z.strictObject({
            type: z.literal("named"),
            name: z.string(),
            format: z.literal("filepath"),
            description: z.string(),
          }),
        ]),
      ),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          format: z.literal("filepath").optional(),
          default: z.string().optional(),
          description: z.string(),
        }),
      ),
    }),
  ]),
});

describe("server.json, the entry of the MCP registry", () => {
  const entry = Entry.parse(JSON.parse(read("server.json")));
  const [published] = entry.packages;

  it("has the names and the version of the package, as its script writes them", () => {
    const before = read("server.json");
    execFileSync(process.execPath, [`${root}.ci/server-json.mjs`]);
    expect(read("server.json")).toBe(before);
    const { name, mcpName, version } = JSON.parse(read("package.json")) as Record<string, string>;
    expect(entry).toMatchObject({ name: mcpName, version });
    expect(published).toMatchObject({ identifier: name, version });
  });

  it("starts the tools with its arguments and settings, whose defaults are those of the server", async () => {
    const args = published.packageArguments.flatMap((argument) =>
      argument.type === "positional" ? [argument.value] : [argument.name, root],
    );
    const settings = Object.fromEntries(
      published.environmentVariables.flatMap(({ name, default: value }) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    expect(readConfig(settings)).toEqual(readConfig({}));
    for (const { name } of published.environmentVariables)
      expect(read("README.md").includes(`| \`${name}\` `), name).toBe(true);
    const client = new Client({ name: "test", version: "1" });
    const command = { command: process.execPath, args: [cli, ...args], env: settings };
    await client.connect(new StdioClientTransport(command));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["text-analyzer", "image-converter"]);
  });
});
