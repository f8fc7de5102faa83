import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { places, type Served, startMcp } from "./served.ts";

const identity = { name: "judge", version: "1.0.0" };

/** Connects a client that negotiates a revision in this way. */
async function connect({ url, key }: Served, mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client(identity, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

const clients: { name: string; mode: VersionNegotiationMode; revision: string }[] = [
  { name: "which negotiates", mode: "auto", revision: "2026-07-28" },
  { name: "which accepts only the newest revision", mode: { pin: "2026-07-28" }, revision: "2026-07-28" },
  { name: "which starts with a handshake", mode: "legacy", revision: "2025-11-25" },
];

describe.each(places)("/mcp on %s", (place) => {
  let served: Served;
  beforeAll(async () => {
    served = await startMcp(place);
  });
  afterAll(() => served.stop());

  it.each(clients)("lists and calls tools with the official client, $name", async ({ mode, revision }) => {
    const client = await connect(served, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
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
  });
});
