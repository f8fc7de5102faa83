import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Principal, ToolsError } from "@tools-api/core";
import { NewFile } from "@tools-api/core/files";
import { validate } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import type { CallContext, Reply } from "../http/call-context.ts";
import type { ApiContext, ServedTool, Services } from "../http/context.ts";
import type { FileStorage } from "../http/file-storage.ts";
import { giveBody } from "../http/given-body.ts";
import { PlainContext } from "../http/plain-context.ts";
import { asToolsError } from "../http/problem.ts";
import { respondProblem } from "../http/respond.ts";
import type { MeteredCall } from "../api/middleware/metered-call.ts";
import { authorize } from "../api/middleware/authenticate.ts";
import { declareResource, mcpPath } from "../http/protected-resource.ts";
import { type RateLimit, tightest } from "../http/rate-limit.ts";
import { requestRecord } from "../http/request-record.ts";
import { answerEndpoint } from "../api/routes/answer-endpoint.ts";
import { type EndpointRoute, endpointRoutes } from "../api/routes/endpoints.ts";
import { agentReader, canStoreResult } from "../api/tools/read-request.ts";
import { isStoredRecord, performTool, type StoredRecord, storeResult } from "../api/tools/answer-tool.ts";
import { fileScopeOf, makeOneTimeUrl } from "../api/files/one-time-url.ts";
import { filesEndpoint, uploadsPath } from "../api/files/routes.ts";
import { readOptionalJsonObject } from "../http/json-body.ts";
import { createUploadName } from "./listed-tools.ts";
import { answerOf, failedAnswer, type ResourceLink, type ToolAnswer, toolAnswer } from "./results.ts";

/** A call of a tool through MCP. */
interface McpCall {
  name: string;
  /** The JSON of the arguments. Absent: none. */
  args: Uint8Array | undefined;
  /** The caller that `/mcp` resolved. */
  principal: Principal;
  /** The context of the request to `/mcp`. */
  outer: ApiContext;
  /** Aborts if the client disconnects or cancels the call. */
  signal: AbortSignal;
}

/** Calls a tool, `usage` or `profile`. Returns `null` if there is no tool of this name. */
export type CallTool = (call: McpCall) => Promise<CallToolResult> | null;

/** A call with its endpoint. */
interface Dispatch extends McpCall {
  route: EndpointRoute;
  /** The result, once the call has one. */
  answer?: ToolAnswer;
}

function dispatchOf(c: CallContext): Dispatch {
  return (c.env as { dispatch: Dispatch }).dispatch;
}

const encoder = new TextEncoder();

/** The maximum bytes of the arguments of an upload. */
const maxUploadArguments = 10_000;

/** Returns the files of a server whose tools store some. */
function filesOf({ files }: Services): FileStorage {
  if (!files) throw new Error("Only a server with files has a tool that stores one.");
  return files;
}

/** Does the work of a tool, and leaves its result in the dispatch. The response only tells that the call succeeded. */
async function performCall(call: MeteredCall, served: ServedTool): Promise<Reply> {
  const { c } = call;
  const dispatch = dispatchOf(c);
  const { result } = await performTool(call, served);
  const { binary } = served.tool;
  dispatch.answer =
    binary && c.get("storesResult")
      ? await storedAnswer(call, dispatch, binary, result)
      : answerOf(served.tool, result, {
          id: c.get("requestId") ?? "",
          canStore: call.services.files !== undefined && canStoreResult(served.tool),
        });
  c.set("bytesOut", dispatch.answer.size);
  return { status: 200 };
}

/** Stores the bytes of a result, and returns the record with the handles, and links that the agent can follow once. */
async function storedAnswer(
  call: MeteredCall,
  { outer, principal }: Dispatch,
  binary: NonNullable<Tool["binary"]>,
  result: unknown,
): Promise<ToolAnswer> {
  const { services } = call;
  const stored = await storeResult(call, binary, result);
  const links: ResourceLink[] = [];
  const shorten = async ({ file, ...record }: StoredRecord) => {
    const { id, name, media_type: mimeType, bytes, expires_at } = file;
    const options = { use: { file: id }, url: outer.req.url };
    const { url } = await makeOneTimeUrl(services, filesOf(services), principal, options);
    links.push({ type: "resource_link", uri: url, name: name ?? id, mimeType });
    return { file: { id, bytes, expires_at }, ...record };
  };
  if (isStoredRecord(stored)) return toolAnswer(JSON.stringify(await shorten(stored)), links);
  const lists: Record<string, object[]> = {};
  for (const [name, records] of Object.entries(stored)) {
    lists[name] = [];
    for (const record of records) lists[name].push(await shorten(record));
  }
  return toolAnswer(JSON.stringify(lists), links);
}

/** Creates a URL for an upload, and leaves the command that uses it in the dispatch. */
async function createUpload(call: MeteredCall): Promise<Reply> {
  const { c, services, principal } = call;
  const { name, expires_in: expiresIn } = validate(
    NewFile,
    await readOptionalJsonObject(c, maxUploadArguments),
  );
  const dispatch = dispatchOf(c);
  const options = { use: { name, expiresIn }, url: dispatch.outer.req.url };
  const { url } = await makeOneTimeUrl(services, filesOf(services), principal, options);
  const result: CallToolResult = { content: [{ type: "text", text: `curl -sSf -T FILE '${url}'` }] };
  dispatch.answer = { result, size: Buffer.byteLength(JSON.stringify(result)) };
  c.set("bytesOut", dispatch.answer.size);
  return { status: 201 };
}

/** Answers `usage` or `profile`, and leaves the record in the dispatch. */
async function recordCall(call: MeteredCall, route: EndpointRoute): Promise<Reply> {
  const { c } = call;
  const reply = await route.handle(call);
  const dispatch = dispatchOf(c);
  dispatch.answer = toolAnswer(c.get("json")?.body ?? "{}");
  c.set("bytesOut", dispatch.answer.size);
  return reply;
}

/** Returns the endpoints, with handlers that leave the result in the dispatch. */
function mcpRoutes({ tools, files }: Services): Map<string, EndpointRoute> {
  const served = new Map(
    tools.map((known) => [known.tool.name, { ...known, reader: agentReader(known.tool, known.reader) }]),
  );
  const routes = new Map(
    endpointRoutes(tools).map((route): [string, EndpointRoute] => {
      const tool = served.get(route.endpoint);
      const handle = (call: MeteredCall) => (tool ? performCall(call, tool) : recordCall(call, route));
      return [route.endpoint, { ...route, handle }];
    }),
  );
  const upload = { endpoint: filesEndpoint, method: "POST", path: uploadsPath, scope: "" } as const;
  if (files) routes.set(createUploadName, { ...upload, handle: createUpload });
  return routes;
}

/** Returns the request of an endpoint, with the arguments as its body. */
function endpointRequest({ route, args, outer, signal }: Dispatch): CallContext["req"] {
  const { method, path } = route;
  const isEmpty = args === undefined || args.length === 2;
  const own: Readonly<Record<string, string>> = {
    "Content-Type": "application/json",
    ...(!isEmpty && { "Content-Length": String(args.length) }),
  };
  const passed = ["Authorization", "Idempotency-Key"];
  const raw = { body: null, signal };
  if (!isEmpty || method === "POST") giveBody(raw, args ?? encoder.encode("{}"));
  return {
    method,
    path,
    url: `http://localhost${path}`,
    raw,
    header: (name) => own[name] ?? (passed.includes(name) ? outer.req.header(name) : undefined),
  };
}

function quotaMeta(limits: readonly RateLimit[], now: number): CallToolResult["_meta"] {
  const { limit, remaining, resetsAt } = tightest(limits, now);
  return { "tools-api/quota": { limit, remaining, reset: Math.ceil(resetsAt / 1000) } };
}

/**
 * Returns whether the client can resolve a failure: it gets a new token, or asks its user for the scope of the tool
 * (step-up). A client with an API key cannot get another scope, so the failure is for the model.
 */
function concernsClient({ code }: ToolsError, { credential }: Principal): boolean {
  return code === "invalid_credentials" || (code === "insufficient_scope" && credential.method !== "api_key");
}

/** Creates the function that calls the tools of an API. A call counts, fails and is logged like a request to its endpoint. */
export function toolCaller(services: Services): CallTool {
  const routes = mcpRoutes(services);

  /** Makes the same checks, in the same order, as for a request to the endpoint. */
  async function answer(c: CallContext, { route, principal }: Dispatch): Promise<Reply> {
    try {
      return await answerEndpoint(c, services, route, await authorize(c, services, principal, route.scope));
    } catch (error) {
      return respondProblem(c, asToolsError(error), services.publicUrl);
    }
  }

  async function run(dispatch: Dispatch): Promise<CallToolResult> {
    const { outer, principal, route } = dispatch;
    const started = performance.now();
    const c: CallContext = new PlainContext({ dispatch }, endpointRequest(dispatch));
    c.set("requestId", outer.get("requestId") ?? "");
    c.set("address", outer.get("address"));
    c.set("route", route.path);
    declareResource(c, services, mcpPath);
    const { status } = await answer(c, dispatch);
    const record = requestRecord(c, status, performance.now() - started);
    services.log({ ...record, transport: "mcp" }, () => c.get("address"));
    outer.set("isLogged", true);
    const limits = c.get("rateLimits") ?? services.meter.lastKnown(principal);
    outer.set("rateLimits", limits);
    const failure = c.get("failure");
    outer.set("failure", failure);
    if (failure && concernsClient(failure, principal)) {
      outer.set("neededScopes", c.get("neededScopes"));
      outer.set("denied", failure);
    }
    const { answer: given } = dispatch;
    const result = failure || !given ? failedAnswer(failure ?? asToolsError(undefined)) : given.result;
    return { ...result, _meta: quotaMeta(limits, services.clock.now()) };
  }

  return (call) => {
    const route = routes.get(call.name);
    if (!route) return null;
    // Any tool that takes files gives the permission to store one.
    const scope = call.name === createUploadName ? fileScopeOf(services, call.principal) : route.scope;
    return run({ ...call, route: { ...route, scope } });
  };
}
