import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey, setPlan } from "@tools-api/core/accounts";
import {
  type ApiDependencies,
  createApi,
  createMcp,
  type McpOptions,
  type RequestRecord,
} from "@tools-api/server";
import { expect } from "vitest";

/** The newest revision without a handshake, and the two with one. */
export const revisions = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;

type Revision = (typeof revisions)[number];

/** A message to `/mcp`, and how it is sent. */
export interface Sent {
  method: string;
  params?: Record<string, unknown>;
  revision?: Revision;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The result of a call, as clients receive it. */
export interface CallResult {
  content: {
    type: string;
    text?: string;
    data?: string;
    mimeType?: string;
    resource?: Record<string, unknown>;
  }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta: Record<string, { limit: number; remaining: number; reset: number }>;
}

/** Returns a request to `/mcp`, as clients of a revision send it. */
export function mcpRequest(
  key: string,
  { method, params = {}, revision = "2026-07-28", headers = {}, signal }: Sent,
): RequestInit & { body: string } {
  const isModern = revision === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": revision,
      ...(isModern && { "Mcp-Method": method }),
      ...(isModern && typeof params.name === "string" && { "Mcp-Name": params.name }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, ...(isModern && { _meta: meta }) },
    }),
    ...(signal && { signal }),
  };
}

/** Returns the problem of a failed call. */
export function problemOf({ content, isError, structuredContent }: CallResult): {
  code: string;
  message: string;
  errors?: { pointer: string; detail: string }[];
} {
  expect({ isError, structuredContent, blocks: content.length }).toEqual({
    isError: true,
    structuredContent: undefined,
    blocks: 1,
  });
  return JSON.parse(content[0]?.text ?? "");
}

/** Opens an API with MCP in memory, and an account with a key. */
export async function openMcp(
  overrides: Partial<ApiDependencies> = {},
  options: Omit<McpOptions, "api"> = {},
  { dailyLimit, scopes }: { dailyLimit?: number; scopes?: string[] } = {},
) {
  const { documents = memoryDocuments(), usage = memoryUsage() } = overrides;
  const log: RequestRecord[] = [];
  const api = createApi({
    documents,
    usage,
    authenticator: apiKeyAuthenticator({ documents }),
    log: (record) => log.push(record),
    ...overrides,
  });
  api.route("/", createMcp({ api, ...options }));
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  if (dailyLimit !== undefined) await setPlan({ documents, usage }, account.id, { plan: "free", dailyLimit });
  const { secret: key, apiKey } = await createApiKey(documents, account.id, { scopes }, { at: Date.now() });
  const send = async (sent: Sent) => api.request("/mcp", mcpRequest(key, sent));
  return {
    api,
    documents,
    account,
    apiKey,
    key,
    log,
    send,
    /** Calls a tool, and returns its result. */
    async call(name: string, args?: unknown, more: Partial<Sent> = {}): Promise<CallResult> {
      const params = { name, ...(args !== undefined && { arguments: args }) };
      const response = await send({ method: "tools/call", ...more, params: { ...params, ...more.params } });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return JSON.parse(text).result;
    },
  };
}
