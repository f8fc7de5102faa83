import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Principal, ToolsError } from "@tools-api/core";
import { Hono } from "hono";
import type { ApiContext, ApiEnv, ServedTool, Services } from "../http/context.ts";
import { giveBody } from "../http/given-body.ts";
import { asToolsError } from "../http/problem.ts";
import { respondProblem } from "../http/respond.ts";
import { authorize } from "../api/middleware/authenticate.ts";
import { declareResource, mcpPath } from "../http/protected-resource.ts";
import { type RateLimit, tightest } from "../http/rate-limit.ts";
import { requestRecord } from "../http/request-record.ts";
import { answerEndpoint } from "../api/routes/answer-endpoint.ts";
import { type EndpointRoute, endpointRoutes } from "../api/routes/endpoints.ts";
import { performTool } from "../api/tools/answer-tool.ts";
import { answerOf, failedAnswer, type ToolAnswer, toolAnswer } from "./results.ts";

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

/** A call inside the pipeline of its endpoint. */
interface Dispatch extends McpCall {
  route: EndpointRoute;
  /** The result, once the call has one. */
  answer?: ToolAnswer;
  /** The context of the call, once it has ended. */
  ended?: ApiContext;
}

/** The environment of the inner app. A request from outside cannot set it. */
interface InnerEnv extends ApiEnv {
  Bindings: { dispatch: Dispatch };
}

function dispatchOf(c: ApiContext): Dispatch {
  return (c.env as InnerEnv["Bindings"]).dispatch;
}

const encoder = new TextEncoder();

/** Does the work of a tool, and leaves its result in the dispatch. The response only tells that the call succeeded. */
async function performCall(c: ApiContext, services: Services, served: ServedTool): Promise<Response> {
  const dispatch = dispatchOf(c);
  const { result } = await performTool(c, services, served);
  dispatch.answer = answerOf(served.tool, result, c.get("requestId") ?? "");
  c.set("bytesOut", dispatch.answer.size);
  return c.body(null, 200);
}

/** Answers `usage` or `profile`, and leaves the record in the dispatch. */
async function recordCall(c: ApiContext, services: Services, route: EndpointRoute): Promise<Response> {
  const response = await route.handle(c, services);
  const dispatch = dispatchOf(c);
  dispatch.answer = toolAnswer(c.get("json")?.body ?? "{}");
  c.set("bytesOut", dispatch.answer.size);
  return response;
}

/** Returns the endpoints, with handlers that leave the result in the dispatch. */
function mcpRoutes({ tools }: Services): Map<string, EndpointRoute> {
  const served = new Map(tools.map((tool) => [tool.tool.name, tool]));
  return new Map(
    endpointRoutes(tools).map((route) => {
      const tool = served.get(route.endpoint);
      const handle = (c: ApiContext, services: Services) =>
        tool ? performCall(c, services, tool) : recordCall(c, services, route);
      return [route.endpoint, { ...route, handle }];
    }),
  );
}

/**
 * Creates the app that runs the pipeline of an endpoint: the same checks, in the same order, as for a request to it. It
 * is not mounted anywhere.
 */
function pipeline(services: Services): Hono<InnerEnv> {
  const app = new Hono<InnerEnv>();
  app.all("*", async (inner) => {
    // The environment is the only difference.
    const c = inner as unknown as ApiContext;
    const { route, principal, outer } = dispatchOf(c);
    const started = performance.now();
    c.set("requestId", outer.get("requestId") ?? "");
    c.set("address", outer.get("address"));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    c.set("route", route.path);
    declareResource(c, services, mcpPath);
    try {
      const caller = await authorize(c, services, principal, route.scope);
      c.res = await answerEndpoint(c, services, route, caller);
    } catch (error) {
      c.res = respondProblem(c, asToolsError(error), services.publicUrl);
    }
    dispatchOf(c).ended = c;
    services.log({ ...requestRecord(c, performance.now() - started), transport: "mcp" }, () =>
      c.get("address"),
    );
    return c.res;
  });
  return app;
}

/**
 * Returns the request that the pipeline reads, with the arguments as its body. It has the members that the pipeline uses: a
 * `Request` that follows a signal costs a tenth of a call.
 */
function endpointRequest({ route, args, outer, signal }: Dispatch): Request {
  const headers = new Headers({ "Content-Type": "application/json" });
  for (const name of ["Authorization", "Idempotency-Key"]) {
    const value = outer.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const isEmpty = args === undefined || args.length === 2;
  if (args && !isEmpty) headers.set("Content-Length", String(args.length));
  const members = { url: `http://localhost${route.path}`, method: route.method, headers, signal, body: null };
  const request = members as Partial<Request> as Request;
  if (!isEmpty || route.method === "POST") giveBody(request, args ?? encoder.encode("{}"));
  return request;
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
  const app = pipeline(services);

  async function run(dispatch: Dispatch): Promise<CallToolResult> {
    const { outer, principal } = dispatch;
    await app.fetch(endpointRequest(dispatch), { dispatch });
    outer.set("isLogged", true);
    const { answer, ended } = dispatch;
    if (!ended) throw new Error("The pipeline always ends.");
    const limits = ended.get("rateLimits") ?? services.meter.lastKnown(principal);
    outer.set("rateLimits", limits);
    const failure = ended.get("failure");
    outer.set("failure", failure);
    if (failure && concernsClient(failure, principal)) {
      outer.set("neededScopes", ended.get("neededScopes"));
      outer.set("denied", failure);
    }
    const result = failure || !answer ? failedAnswer(failure ?? asToolsError(undefined)) : answer.result;
    return { ...result, _meta: quotaMeta(limits, services.clock.now()) };
  }

  return (call) => {
    const route = routes.get(call.name);
    return route ? run({ ...call, route }) : null;
  };
}
