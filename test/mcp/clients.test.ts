import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { places, type Served, startMcp } from "./served.ts";

const identity = { name: "judge", version: "1.0.0" };

/** A client of either SDK, connected to a server. */
interface Connected {
  client: Pick<Client, "close"> & {
    ping: () => Promise<unknown>;
    listTools: () => Promise<{ tools: { name: string; description?: string | undefined }[] }>;
    callTool: (call: { name: string; arguments?: Record<string, unknown> }) => Promise<unknown>;
    getServerVersion: () => unknown;
  };
  revision: string | undefined;
}

function requestInit({ key }: Served): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${key}` } };
}

async function connect(served: Served, mode: VersionNegotiationMode): Promise<Connected> {
  const client = new Client(identity, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(served.url), { requestInit: requestInit(served) }),
  );
  return { client, revision: client.getNegotiatedProtocolVersion() };
}

async function connectV1(served: Served): Promise<Connected> {
  const client = new ClientV1(identity);
  const transport = new TransportV1(new URL(served.url), { requestInit: requestInit(served) });
  await client.connect(transport);
  return { client, revision: transport.protocolVersion };
}

const clients = [
  { name: "v2, which negotiates", connect: (at: Served) => connect(at, "auto"), revision: "2026-07-28" },
  {
    name: "v2, which accepts only the newest revision",
    connect: (at: Served) => connect(at, { pin: "2026-07-28" }),
    revision: "2026-07-28",
  },
  {
    name: "v2, which starts with a handshake",
    connect: (at: Served) => connect(at, "legacy"),
    revision: "2025-11-25",
  },
  { name: "v1", connect: connectV1, revision: "2025-11-25" },
];

describe.each(places)("/mcp on %s", (place) => {
  let served: Served;
  beforeAll(async () => {
    served = await startMcp(place);
  });
  afterAll(() => served.stop());

  it.each(clients)(
    "lists and calls tools with the official client $name",
    async ({ connect: open, revision }) => {
      const { client, revision: negotiated } = await open(served);
      expect(negotiated).toBe(revision);
      expect(client.getServerVersion()).toMatchObject({ name: "tools-api" });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["text-analyzer", "usage", "profile"]),
      );
      const analysis = { text: "Hello world, how are you?", analysis_type: "language" };
      // The clients validate the structured content by the output schema.
      expect(await client.callTool({ name: "text-analyzer", arguments: analysis })).toMatchObject({
        structuredContent: { language: { code: "en" } },
        _meta: { "tools-api/quota": { limit: 1000 } },
      });
      expect(await client.callTool({ name: "text-analyzer", arguments: { text: 1 } })).toMatchObject({
        isError: true,
        content: [{ type: "text", text: expect.stringContaining("invalid_parameter") }],
      });
      expect(await client.callTool({ name: "profile", arguments: { include_stats: true } })).toMatchObject({
        structuredContent: { email: expect.stringContaining("@") },
      });
      expect(await client.callTool({ name: "usage" })).toMatchObject({
        structuredContent: { totals: { calls: expect.any(Number) } },
      });
      await expect(client.callTool({ name: "nothing" })).rejects.toThrow(/name of a tool/);
      await client.close();
    },
  );
});
