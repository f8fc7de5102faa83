// Writes packages/server/server.json, the entry of the MCP registry, from the package. `.ci/version` runs it with each
// version; test/server/mcp/registry.test.ts compares both.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../packages/server/", import.meta.url));
const { name, mcpName, version, homepage, repository } = JSON.parse(
  readFileSync(`${folder}package.json`, "utf8"),
);

const entry = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: mcpName,
  title: "Tools API",
  description: "Analyzes texts and converts images, also those of a folder, on your machine.",
  version,
  websiteUrl: homepage,
  repository: {
    url: repository.url.replace(/^git\+|\.git$/g, ""),
    source: "github",
    subfolder: repository.directory,
  },
  packages: [
    {
      registryType: "npm",
      registryBaseUrl: "https://registry.npmjs.org",
      identifier: name,
      version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      packageArguments: [
        { type: "positional", value: "mcp" },
        {
          type: "named",
          name: "--folder",
          format: "filepath",
          description: "The folder whose images the agent can name, and in which it can write results.",
        },
      ],
      environmentVariables: [
        { name: "TOOLS", format: "filepath", description: "A folder with tools of your own." },
        {
          name: "FETCH_URLS",
          default: "off",
          description: "The hosts from which tools can fetch files: off, public, or a list of hosts.",
        },
      ],
    },
  ],
};

writeFileSync(`${folder}server.json`, `${JSON.stringify(entry, null, 2)}\n`);
