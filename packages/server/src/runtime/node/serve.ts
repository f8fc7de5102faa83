import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { compose, openParts } from "../compose.ts";
import type { Config } from "../config.ts";
import { enterStore } from "../first-account.ts";
import { rememberIncoming } from "../../http/node-body.ts";
import { maxShortBody } from "../../http/short-body.ts";
import { listenError } from "../listen-error.ts";
import { listeningUrl } from "../listening-url.ts";
import { isReadinessCheck, stoppingResponse } from "../stopping-response.ts";
import { followConnections } from "./connections.ts";
import { limitConnections } from "./limits.ts";
import { answerParserErrors } from "./parser-errors.ts";
import { malformedHost, malformedRequest } from "../malformed-request.ts";
import { answerCalls } from "./calls.ts";
import { answerAfterBody, continueWhenRead, lingerAfter } from "./refusals.ts";
import { inTurn, type Lines } from "./turns.ts";
import { withoutPrefix } from "../own-prefix.ts";
import type { RunningServer } from "../run-server.ts";
import type { OpenStores } from "../stores/open-stores.ts";

// Below the default file descriptor limit of common systems (1,024 or more), and above the need of one host: browsers
// open six connections to a server.
const maxConnectionsOfAddress = 1000;

// A busy proxy uses its connections again within this time, and learns from the response that they end. A connection that
// is closed while a request is on its way is a 502 for the client.
const proxyIdleMs = 1_000;

function listen(server: Server, { port, host }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string")
        reject(new Error("The server has no TCP address."));
      else resolve(address);
    });
  });
}

/**
 * Returns the request listener for `createServer` of `node:http`. It lets the API read bodies from Node's own stream. A
 * generic listener around `fetch` uses web streams, which copy every chunk.
 *
 * @param fetch - The `fetch` of the Hono app from `createApi`, or of an app that mounts it with `app.route`.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createApi } from "@tools-api/server";
 * import { nodeListener } from "@tools-api/server/node";
 *
 * const documents = memoryDocuments();
 * const authenticator = apiKeyAuthenticator({ documents });
 * const api = createApi({ documents, usage: memoryUsage(), authenticator });
 * const server = createServer(nodeListener(api.fetch)).listen(0);
 * server.close();
 * ```
 */
export function nodeListener(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  options: Parameters<typeof getRequestListener>[1] = {},
): (...exchange: Parameters<ReturnType<typeof getRequestListener>>) => void {
  return inTurn(requestListener(fetch, options));
}

function requestListener(
  fetch: Parameters<typeof nodeListener>[0],
  options: Parameters<typeof getRequestListener>[1],
): ReturnType<typeof getRequestListener> {
  return getRequestListener((request, env) => {
    if ("incoming" in env && env.incoming instanceof IncomingMessage) rememberIncoming(request, env.incoming);
    return fetch(request, env);
  }, options);
}

/** Returns the number of `Host` fields. Node reads the first one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > maxShortBody;
}

/** A server that listens, with its stores. */
interface ListeningServer extends Omit<RunningServer, "first" | "warnings"> {
  stores: OpenStores;
}

async function listenNode(config: Config): Promise<ListeningServer> {
  const parts = await openParts(config);
  const { tools, stores } = parts;
  const server = createServer({
    // The API itself rejects a missing Host, because Node's own response would lack its headers.
    requireHostHeader: false,
    // Attack: a client that sends a byte from time to time would otherwise hold its connection for five minutes.
    requestTimeout: config.requestTimeoutMs,
    headersTimeout: Math.min(config.requestTimeoutMs, 60_000),
    keepAliveTimeout: config.keepAliveMs,
    connectionsCheckingInterval: 1000,
  });
  // Behind a proxy, all connections come from the address of the proxy.
  if (config.trustProxy === 0) limitConnections(server, maxConnectionsOfAddress);
  const { port } = await listen(server, config).catch(async (error: unknown) => {
    await stores.close();
    throw await listenError(error, config);
  });
  // There is no `await` before the handlers: a request that arrives as soon as the port is bound must find one.
  const url = listeningUrl(config.host, port);
  const { api, prefix, services, attempts, publicUrl, close } = compose(config, parts, {
    url,
    peerAddress: (context) => getConnInfo(context).remote.address ?? "",
  });
  const edge = { attempts, publicUrl };
  let isEnding = false;
  const checkHost: Parameters<typeof nodeListener>[0] = (request, env) => {
    const hosts = "incoming" in env && env.incoming instanceof IncomingMessage ? countHosts(env.incoming) : 1;
    if (hosts !== 1) return malformedHost(edge, hosts);
    return isEnding && isReadinessCheck(request) ? stoppingResponse(edge) : api.fetch(request, env);
  };
  const respond = requestListener(config.trustProxy > 0 ? answerAfterBody(checkHost) : checkHost, {
    errorHandler: () => malformedRequest(edge),
    // Its bounds are too short for a large body.
    autoCleanupIncoming: false,
  });
  const answer = answerCalls(services, config.trustProxy, respond);
  const lines: Lines = new WeakMap();
  const connections = followConnections(server, lines);
  const handle = inTurn<IncomingMessage, ServerResponse>((request, response) => {
    connections.begin(response);
    request.url = withoutPrefix(request.url ?? "/", prefix);
    if (!response.shouldKeepAlive || hasLongBody(request)) lingerAfter(request, response);
    return answer(request, response);
  }, lines);
  server.on("request", handle);
  server.on("checkContinue", (request, response) => {
    continueWhenRead(request, response);
    handle(request, response);
  });
  // A server may ignore an expectation other than 100-continue (RFC 9110 §10.1.1).
  server.on("checkExpectation", handle);
  answerParserErrors(server, edge);
  const closeAll = async () => {
    isEnding = true;
    if (config.stopDelayMs > 0) await sleep(config.stopDelayMs);
    await connections.end(config.stopDelayMs > 0 ? proxyIdleMs : 0);
    await close();
    await stores.close();
  };
  return { url, publicUrl, tools, stores, close: closeAll };
}

/**
 * Serves the API on Node.
 *
 * @example
 * ```ts
 * import { readConfig, serveNode } from "@tools-api/server/node";
 *
 * const server = await serveNode(readConfig({ PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" }));
 * console.log((await fetch(`${server.url}/healthz`)).status); // 200
 * await server.close();
 * ```
 */
export async function serveNode(config: Config): Promise<RunningServer> {
  const { stores, ...server } = await listenNode(config);
  return enterStore(config, stores, server);
}

/** Serves the API on Node as a further process of a server that has prepared its store. */
export async function serveFurther(config: Config): Promise<RunningServer> {
  const { stores: _, ...server } = await listenNode(config);
  return { ...server, first: null, warnings: [] };
}
