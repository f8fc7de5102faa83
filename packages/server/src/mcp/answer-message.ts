import { version } from "../version.ts";
import type * as Sdk from "@modelcontextprotocol/server";
import type { CallToolResult, Server, ServerContext, Tool as ListedTool } from "@modelcontextprotocol/server";
import { describeValue } from "@tools-api/core/internal/schema";
import { asToolsError } from "../http/problem.ts";
import {
  extensionId,
  fileContents,
  fileReference,
  fileTemplate,
  listPages,
  mayShowPages,
  type PageFile,
  readPage,
  showsPages,
} from "./agent-pages.ts";
import { messageFault, refusal, withoutNullMembers } from "./client-message.ts";

/** The revisions of the protocol, newest first. */
const revisions = ["2026-07-28", "2025-11-25", "2025-06-18"];

/** Milliseconds for which clients can keep the list of tools. It changes only with a new version of the server. */
const ttlMs = 300_000;

/** The name and version of a server, as clients show them. */
export interface ServerName {
  name: string;
  version: string;
}

/** The name of a server that has no other. */
export const defaultName: ServerName = { name: "tools-api", version };

/** The name and the tools of an MCP server. */
export interface Offer extends ServerName {
  tools: ListedTool[];
}

/** Runs a call of a tool with the arguments of its message. Returns `null` if there is no tool of this name. */
export type Call = (
  name: string,
  signal: AbortSignal,
  args: Readonly<Record<string, unknown>> | undefined,
) => Promise<CallToolResult> | null;

/** The work of a server for its client. */
export interface Work {
  call: Call;
  /** Reads a file by its handle, or by its path. Resolves to `null` if the server has no files. Throws if it is missing. */
  readFile: (reference: string) => Promise<PageFile | null>;
}

/** A message with its request, and the work that it can ask for. */
export interface Exchange extends Work {
  request: Request;
  message: Record<string, unknown>;
}

/** Resolves to the response for a client that disconnected. */
function whenAborted(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const end = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

/**
 * Creates a server of the SDK without a registry: that of `McpServer` validates arguments itself, in prose and before
 * the call counts.
 *
 * @param hasPages - False for a client that is known to show no pages.
 */
export function createServer(
  sdk: typeof Sdk,
  { name, version, tools }: Offer,
  { call, readFile }: Work,
  hasPages: boolean,
): Server {
  // A shared cache must not give the list with pages to a client without the extension.
  const hint = { ttlMs, cacheScope: hasPages ? ("private" as const) : ("public" as const) };
  const server = new sdk.Server(
    { name, version },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(hasPages && { resources: { listChanged: false }, extensions: { [extensionId]: {} } }),
      },
      supportedProtocolVersions: revisions,
      cacheHints: { "tools/list": hint, "server/discover": hint, "resources/list": hint },
    },
  );
  const requireNoCursor = (cursor: string | undefined) => {
    if (cursor)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `cursor: expected none, because the list has one page, received ${describeValue(cursor)}`,
      );
  };
  const isForPages = ({ mcpReq }: ServerContext) => {
    // The type of the SDK has no members. They are those of `_meta` in the revision of 2026.
    const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
    const declared = envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
    return hasPages && (declared === undefined || showsPages(declared));
  };
  server.setRequestHandler("tools/list", ({ params }, context) => {
    requireNoCursor(params?.cursor);
    return { tools: isForPages(context) ? tools : tools.map(({ _meta, ...tool }) => tool) };
  });
  if (hasPages) {
    server.setRequestHandler("resources/list", ({ params }, context) => {
      requireNoCursor(params?.cursor);
      return { resources: isForPages(context) ? listPages() : [] };
    });
    server.setRequestHandler("resources/templates/list", ({ params }, context) => {
      requireNoCursor(params?.cursor);
      return { resourceTemplates: isForPages(context) ? [fileTemplate] : [] };
    });
    server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
      const page = readPage(uri);
      if (page) return page;
      const reference = fileReference(uri);
      const file =
        reference === null
          ? null
          : await readFile(reference).catch((error: unknown) => {
              throw new sdk.ResourceNotFoundError(uri, asToolsError(error).message);
            });
      if (!file) throw new sdk.ResourceNotFoundError(uri);
      return fileContents(uri, file);
    });
  }
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const result = call(params.name, context.mcpReq.signal, params.arguments);
    if (result) return result;
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InvalidParams,
      `name: expected the name of a tool of tools/list, received ${describeValue(params.name)}`,
    );
  });
  return server;
}

const sdkAccept = "application/json, text/event-stream";

/** Returns a request with the Accept header that the SDK demands. It asks for streams, which this server never sends. */
function withSdkAccept(request: Request): Request {
  const { url, method, signal } = request;
  if (request.headers.get("Accept") === sdkAccept) return request;
  const headers = new Headers(request.headers);
  headers.set("Accept", sdkAccept);
  return new Request(url, { method, headers, signal });
}

/**
 * Returns the revision of a `tools/call`, as far as the message and its header agree on one; otherwise `undefined`. The SDK
 * then decides, which costs as much as the rest of the protocol.
 */
function plainRevision({ headers }: Request, { method, params }: Exchange["message"]): string | undefined {
  if (method !== "tools/call") return undefined;
  // Any value except null and undefined has members.
  const { _meta: meta } = (params ?? {}) as { _meta?: Readonly<Record<string, unknown>> | null };
  const claimed = meta?.["io.modelcontextprotocol/protocolVersion"];
  const sent = headers.get("MCP-Protocol-Version");
  const [newest, ...older] = revisions;
  if (sent === newest) return claimed === newest ? sent : undefined;
  return sent !== null && claimed === undefined && older.includes(sent) ? sent : undefined;
}

/**
 * Creates the function that answers messages through the SDK. Each message gets a server of its own, so there are no
 * sessions. Every response is one JSON document, so that a call has ended when its response begins.
 */
export async function messageAnswerer(offer: Offer): Promise<(exchange: Exchange) => Promise<Response>> {
  // Loading the SDK takes 100 ms, and most starts of a server are for other work.
  const sdk = await import("@modelcontextprotocol/server");
  const exchanges = new WeakMap<Request, Exchange>();
  const serverFor = (exchange: Exchange) =>
    createServer(sdk, offer, exchange, mayShowPages(exchange.message));
  const handler = sdk.createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (!exchange) throw new Error("The handler receives only requests with their messages.");
      return serverFor(exchange);
    },
    { legacy: "reject", maxSubscriptions: 0 },
  );

  async function answerLegacy(exchange: Exchange): Promise<Response> {
    const { request, message } = exchange;
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverFor(exchange);
    await server.connect(transport);
    try {
      return await Promise.race([
        transport.handleRequest(request, { parsedBody: message }),
        whenAborted(request.signal),
      ]);
    } finally {
      // Closing ends a call that still runs. After a response, it would only cost.
      if (request.signal.aborted) await server.close();
    }
  }

  return async ({ request: received, message: sent, ...work }) => {
    const message = withoutNullMembers(sent);
    const fault = messageFault(message);
    if (fault) return refusal(message, fault);
    const request = withSdkAccept(received);
    const revision = plainRevision(request, message);
    const isLegacy =
      revision === undefined ? await sdk.isLegacyRequest(request, message) : revision !== revisions[0];
    const exchange = { ...work, request, message };
    if (isLegacy) return answerLegacy(exchange);
    exchanges.set(request, exchange);
    return handler.fetch(request, { parsedBody: message });
  };
}
