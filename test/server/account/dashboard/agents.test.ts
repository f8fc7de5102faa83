import { expect, it } from "vitest";
import { managementServer } from "../../management-server.ts";
import { openOwnerPages } from "./owner-pages.ts";

const now = Date.parse("2027-04-01T10:00:00Z");

it("shows the address of /mcp, and valid files with it that contain no key", async () => {
  const owner = await openOwnerPages(managementServer({ now: () => now }), { now });
  const html = await (await owner.get("/agents")).text();
  const texts = [...html.matchAll(/<pre class="wrap" id="([^"]+)"[^>]*>([^<]*)<\/pre>/g)].map(
    ([, id = "", text = ""]) => [id, text.replaceAll("&quot;", '"')] as const,
  );
  const [[, url] = [], ...files] = texts;
  expect(url).toMatch(/^https?:\/\/[^/]+\/mcp$/);
  const http = { type: "http", url };
  const headers = (variable: string) => ({ headers: { Authorization: `Bearer ${variable}` } });
  expect(Object.fromEntries(files.map(([id, text]) => [id, JSON.parse(text)]))).toEqual({
    "claude-code-file": { mcpServers: { "tools-api": http } },
    "claude-code-key": { mcpServers: { "tools-api": { ...http, ...headers("${TOOLS_API_KEY}") } } },
    "cursor-file": { mcpServers: { "tools-api": { url } } },
    "cursor-key": { mcpServers: { "tools-api": { url, ...headers("${env:TOOLS_API_KEY}") } } },
    "vs-code-file": { servers: { "tools-api": http } },
    "vs-code-key": {
      inputs: [{ type: "promptString", id: "tools-api-key", description: "API key", password: true }],
      servers: { "tools-api": { ...http, ...headers("${input:tools-api-key}") } },
    },
  });
  expect(html).toContain('href="/new-key"');
});
