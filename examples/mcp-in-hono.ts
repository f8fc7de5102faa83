// Serves the API and your own tool to agents in an existing Hono app, and calls it with the official client of MCP.
import { serve } from "@hono/node-server";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { textAnalyzer } from "@tools-api/core/tools";
import { createApi, createMcp } from "@tools-api/server";
import { Hono } from "hono";
import qrCode from "./tools/qr-code.ts";

const documents = memoryDocuments();
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: apiKeyAuthenticator({ documents }),
  publicUrl: "http://localhost:3000/tools", // where agents reach it; other hosts and pages are refused
  tools: [textAnalyzer, qrCode],
});

const app = new Hono();
app.route("/tools", api);
app.route("/tools", createMcp({ api, name: "acme-tools" })); // POST /tools/mcp

const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost:${port}/tools/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  });
  const client = new Client({ name: "agent", version: "1.0.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  console.log(tools.map(({ name }) => name).join(", "));
  const result = await client.callTool({ name: "qr-code", arguments: { text: "https://example.com" } });
  console.log(Object.keys(result.structuredContent ?? {}), result._meta?.["tools-api/quota"]);
  await client.close();
  server.close();
});
