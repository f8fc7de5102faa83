import { ToolsError } from "@tools-api/core";
import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import { Hono } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { servicesOf } from "../api/kept-services.ts";
import type { ApiContext, ApiEnv, Services } from "../http/context.ts";
import { allowsJson } from "../http/accept.ts";
import { receiveBody } from "../http/body.ts";
import { hostsExpected, invalidHost } from "../http/fetch-policy.ts";
import { onFirstUse } from "../http/first-use.ts";
import { answerOptions } from "../http/refuse-method.ts";
import { respondBytes, respondJsonText } from "../http/respond.ts";
import { authenticate, reidentify } from "../api/middleware/authenticate.ts";
import { edge } from "../api/middleware/edge.ts";
import { enterQueue, requestCaller } from "../api/middleware/enter-queue.ts";
import { declareResource, mcpPath } from "../http/protected-resource.ts";
import { workQueue } from "../http/work-queue.ts";
import type { ServerName } from "./answer-message.ts";
import { plainError } from "./client-message.ts";
import { isLoopback } from "../http/loopback.ts";
import { requireKnownOrigin } from "./known-origin.ts";
import { maxEnvelopeBytes, MessageReader } from "./message-reader.ts";

// As many as short calls have, and as many bytes as a tool with a file.
const messageSlots = 512;
const messageBytes = 256e6;

/** Responses of fewer bytes are sent as text, together with their header. */
const shortResponseBytes = 65_536;

/** The options of {@link createMcp}. */
export interface McpOptions extends Partial<ServerName> {
  /** The app that `createApi` returned. */
  api: Hono<ApiEnv>;
  /**
   * True if the server accepts connections from its own machine only. Requests to `localhost` and from its pages are then
   * accepted. Default: whether the public URL of the API is one of `localhost`.
   */
  isLocal?: boolean | undefined;
  /**
   * Further names under which clients reach the server, such as `tools-api` or `host.docker.internal:3000`. Without a port,
   * a name stands for every port. Default: none.
   */
  allowedHosts?: readonly string[] | undefined;
}

function requireServices(api: Hono<ApiEnv>): Services {
  const services = servicesOf(api);
  if (!services)
    throw invalidParameters([
      { name: "api", detail: "expected the app that createApi returned, received another" },
    ]);
  return services;
}

/** Returns the response of the SDK with the header fields of the API. */
async function respond(c: ApiContext, response: Response): Promise<Response> {
  const { status, headers } = response;
  const type = headers.get("Content-Type");
  if (type === null) return c.body(null, status as StatusCode);
  const body = Buffer.from(await response.arrayBuffer());
  const text = body.length < shortResponseBytes ? plainError(body.toString()) : null;
  if (status === 200 && text !== null) return respondJsonText(c, text);
  // The SDK responds to each message with a status that can have a body.
  return respondBytes(c, text ?? body, type, { status: status as 200 });
}

/** The paths of the endpoint. A user may enter its URL with a slash at the end, and no client follows a redirect. */
const paths = [mcpPath, `${mcpPath}/`];

function requireJsonAccepted(c: ApiContext): void {
  const accept = c.req.header("Accept");
  if (!allowsJson(accept))
    throw new ToolsError(
      "not_acceptable",
      `Accept: expected application/json among the media types, received ${describeValue(accept)}`,
    );
}

/**
 * Creates a Hono app that serves the tools of an API, its usage report and its profile as tools of the Model Context
 * Protocol: `POST /mcp`, revisions 2026-07-28, 2025-11-25 and 2025-06-18, without sessions. Mount it next to the API.
 *
 * @throws ToolsError `invalid_parameter` if `api` is not an app of `createApi`, or `allowedHosts` has a text that is no host.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createApi, createMcp } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const authenticator = apiKeyAuthenticator({ documents });
 * const api = createApi({ documents, usage: memoryUsage(), authenticator });
 * api.route("/", createMcp({ api }));
 * console.log((await api.request("/mcp", { method: "POST" })).status); // 401
 * ```
 */
export function createMcp({ api, isLocal, allowedHosts = [], ...names }: McpOptions): Hono<ApiEnv> {
  const fault = invalidHost(allowedHosts);
  if (fault !== undefined)
    throw invalidParameters([
      { name: "allowedHosts", detail: `${hostsExpected}, received ${describeValue(fault)}` },
    ]);
  const services = requireServices(api);
  const { tools, publicUrl, meter, metrics } = services;
  const acceptsLoopback = isLocal ?? (publicUrl !== "" && isLoopback(new URL(publicUrl).hostname));
  const requireOrigin = requireKnownOrigin(services, { acceptsLoopback, allowedHosts });
  const largestBody =
    maxEnvelopeBytes + Math.max(maxEnvelopeBytes, ...tools.map(({ reader }) => reader.largestBody));
  const queue = workQueue({ slots: messageSlots, bytes: messageBytes, largestBody });
  // No tool can have this name.
  metrics?.watchQueues({ [mcpPath]: queue });
  // Most servers get no message.
  const agents = onFirstUse(async () => {
    const [{ defaultName, messageAnswerer }, { listTools }, { toolCaller }, { fileReader }] =
      await Promise.all([
        import("./answer-message.ts"),
        import("./listed-tools.ts"),
        import("./call-tool.ts"),
        import("./read-file.ts"),
      ]);
    const answer = await messageAnswerer({ ...defaultName, ...names, tools: listTools(services) });
    return { answer, callTool: toolCaller(services), readFile: fileReader(services) };
  });

  const app = new Hono<ApiEnv>();
  for (const path of paths) app.use(path, edge(services));
  app.on("POST", paths, async (c) => {
    c.set("route", mcpPath);
    requireOrigin(c);
    declareResource(c, services, mcpPath);
    const principal = await authenticate(c, services, null);
    c.set("rateLimits", meter.lastKnown(principal));
    requireJsonAccepted(c);
    const slot = await enterQueue(c, services, { queue, principal, caller: requestCaller(c, principal) });
    try {
      const { message, args } = await receiveBody(
        c,
        largestBody,
        (announced) => new MessageReader(announced),
      );
      const { answer, callTool, readFile } = await agents();
      let isCall = false;
      const response = await answer({
        request: c.req.raw,
        message,
        call(tool, signal) {
          const result = callTool({ name: tool, args, principal, outer: c, signal });
          isCall = result !== null;
          return result;
        },
        readFile: (reference) => readFile(c, principal, reference),
      });
      const denied = c.get("denied");
      if (denied) throw denied;
      // Only a call compares its caller with the store. The caller of another message can be in the cache and revoked.
      if (!isCall) await reidentify(c, services, null);
      return respond(c, response);
    } finally {
      slot.leave();
    }
  });
  for (const path of paths)
    app.all(path, (c) => {
      c.set("route", mcpPath);
      return answerOptions(c, "POST, OPTIONS");
    });
  return app;
}
