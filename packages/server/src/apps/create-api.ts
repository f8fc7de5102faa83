import { createMeter, type ToolsError } from "@tools-api/core";
import type { AllowanceReached, LostRefunds } from "@tools-api/core/usage";
import { listEndpoints, requireDistinct } from "@tools-api/core/tools";
import { invalidParameters } from "@tools-api/core/internal/schema";
import { Hono } from "hono";
import type { ApiContext, ApiEnv, ServedPart, ServedTool, Services } from "../http/context.ts";
import { type CommonDependencies, commonServices } from "./account-services.ts";
import { docsRoutes } from "../docs/docs-routes.ts";
import { basePath, pageOwner } from "../session/page-owner.ts";
import { deprecatedRoutes, type DeprecatedRoute, deprecationFields } from "../http/deprecations.ts";
import { crossOrigin } from "../http/cors.ts";
import type { CorsOrigins } from "../http/origins.ts";
import { type FetchPolicy, fetchPolicyFault } from "../http/fetch-policy.ts";
import { prefersHtml } from "../http/accept.ts";
import { nothingAt } from "../http/nearest-path.ts";
import { answerOptions } from "../http/refuse-method.ts";
import { respondProblem } from "../http/respond.ts";
import { unchanging } from "../http/unchanging.ts";
import { type Metrics, watched } from "../http/metrics.ts";
import { authenticate, identifyForHeaders } from "../api/middleware/authenticate.ts";
import { edge } from "../api/middleware/edge.ts";
import { secured } from "../http/security-headers.ts";
import { inView, viewOf } from "../ui/view.ts";
import { asToolsError } from "../http/problem.ts";
import { readiness } from "../api/readiness.ts";
import { openTelemetry, type Telemetry } from "../http/telemetry.ts";
import { fileRoutes } from "../api/files/routes.ts";
import { answerEndpoint } from "../api/routes/answer-endpoint.ts";
import { type EndpointRoute, endpointRoutes } from "../api/routes/endpoints.ts";
import { keepServices } from "../api/kept-services.ts";
import type { ToolExecutor } from "../http/executor.ts";
import { poolQueueName, serveTool } from "../api/tools/served-tool.ts";
import type { WorkQueue } from "../http/work-queue.ts";

/** The dependencies of {@link createApi}. */
export interface ApiDependencies extends CommonDependencies {
  /** The URL under which callers reach the API, without a trailing slash. Spans name its host. Default: relative references. */
  publicUrl?: string;
  /** Receives calls that failed on the server's side and stay counted, because the store did not respond for long. */
  onLostRefunds?: (kept: LostRefunds) => void;
  /**
   * Called when an account has used 80 or 100 percent of its calls of the day, once over all processes except after
   * refunds. Must return immediately, as `allowanceReports` does. Default: does nothing.
   */
  onAllowanceReached?: ((reached: AllowanceReached) => void) | undefined;
  /**
   * Counts requests, calls and refusals, and serves `/metrics`; for instance `prometheusMetrics()`. Default: neither.
   */
  metrics?: Metrics | undefined;
  /**
   * Whether requests under /v1 have spans and metrics in OpenTelemetry. The providers are those that the host has
   * registered with `@opentelemetry/api`. Default: false.
   */
  telemetry?: boolean | undefined;
  /** Other APIs under the same URL that `/openapi.json` describes. Default: none. */
  served?: readonly ServedPart[];
  /**
   * The origins whose pages can call `/v1` and read `/openapi.json` from a browser, or `*` for every origin; cookies are
   * never accepted from them. Leave it out if the host's own middleware does this. Default: none.
   */
  corsOrigins?: CorsOrigins;
  /**
   * Runs the calls of tools with a pool; for instance `toolProcesses()`. Default: this process runs them, without limits
   * on time and memory, and answers no other request while one computes.
   */
  executor?: ToolExecutor;
  /**
   * Replaces work queues: that of a tool by its name, and that of its pooled calls by the name with `-pool`. One account
   * holds at most half of the slots and bytes of a queue.
   */
  queues?: Readonly<Record<string, WorkQueue>>;
  /**
   * The routes that callers should leave. Their responses have `Deprecation` and `Sunset`. Default: those of this release.
   */
  deprecations?: readonly DeprecatedRoute[];
  /** The hosts from which callers can have files fetched, by an http or https URL instead of the file. Default: off. */
  fetchUrls?: FetchPolicy;
}

/**
 * Returns a function that waits for the next turn of the event loop. All callers of a turn share one promise, so their
 * writes can be combined.
 */
function sharedTurn(): () => Promise<void> {
  let turn: Promise<void> | undefined;
  const begin = (resolve: () => void) => {
    turn = undefined;
    resolve();
  };
  return () => (turn ??= new Promise((resolve) => setImmediate(begin, resolve)));
}

/** Returns the work queues of tools under the names of their metrics. */
function queuesByName(served: readonly ServedTool[]): Record<string, WorkQueue> {
  return Object.fromEntries(
    served.flatMap(({ tool, queue, poolQueue }) => [
      [tool.name, queue] as const,
      ...(poolQueue ? [[poolQueueName(tool), poolQueue] as const] : []),
    ]),
  );
}

/** Returns the dependencies with spans around what a request waits for. */
function withTelemetry(dependencies: ApiDependencies, telemetry: Telemetry | undefined): ApiDependencies {
  if (!telemetry) return dependencies;
  const { documents, usage, authenticator, executor, log } = dependencies;
  return {
    ...dependencies,
    documents: telemetry.documents(documents),
    usage: telemetry.usage(usage),
    authenticator: telemetry.authenticator(authenticator),
    ...(executor && { executor: telemetry.executor(executor) }),
    ...(log && { log: telemetry.log(log) }),
  };
}

function services(given: ApiDependencies): Services {
  const telemetry = given.telemetry === true ? openTelemetry(given.publicUrl ?? "") : undefined;
  const dependencies = withTelemetry(given, telemetry);
  const common = commonServices(dependencies);
  const { usage, plans, clock, tools } = common;
  const { executor, queues, metrics, onLostRefunds, fetchUrls = "off", corsOrigins = [] } = dependencies;
  const deprecations = deprecationFields(dependencies.deprecations ?? deprecatedRoutes);
  const fetchFault = fetchPolicyFault(fetchUrls);
  if (fetchFault !== null) throw invalidParameters([{ name: "fetchUrls", detail: fetchFault }]);
  requireDistinct(tools);
  const served = tools.map((tool) => {
    const own = serveTool(tool, executor, queues);
    return telemetry ? { ...own, queue: telemetry.queue(own.queue, tool.name) } : own;
  });
  metrics?.watchEndpoints(endpointRoutes(served));
  metrics?.watchQueues(queuesByName(served));
  const meter = createMeter({
    usage,
    plans,
    clock,
    defer: sharedTurn(),
    ...(dependencies.onAllowanceReached && { onAllowanceReached: dependencies.onAllowanceReached }),
    onRefundFailed(kept) {
      metrics?.countKeptUnits(kept);
      onLostRefunds?.(kept);
    },
  });
  return {
    ...common,
    ...watched(common, metrics),
    telemetry,
    meter: telemetry ? telemetry.meter(meter) : meter,
    tools: served,
    fetchUrls,
    endpoints: listEndpoints(tools),
    publicUrl: dependencies.publicUrl ?? "",
    served: dependencies.served ?? [],
    metrics,
    corsOrigins,
    deprecations,
    cors: crossOrigin(corsOrigins, { tools, files: common.files, hasDeprecations: deprecations.size > 0 }),
  };
}

function mountEndpoint(app: Hono<ApiEnv>, services: Services, route: EndpointRoute): void {
  const { method, path, scope } = route;
  // Plain functions in one handler: each middleware layer adds several promises to every call.
  app.on(method, path, async (c) => {
    c.set("route", path);
    const reply = await answerEndpoint(c, services, route, await authenticate(c, services, scope));
    // A context of Hono creates a `Response`.
    return reply as Response;
  });
  const allow = method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
  app.all(path, async (c) => {
    c.set("route", path);
    await identifyForHeaders(c, services);
    return answerOptions(c, allow);
  });
}

/** Returns the 404 answer: a page for browsers if the server has pages, otherwise a problem document. */
async function respondNotFound(c: ApiContext, services: Services, error: ToolsError): Promise<Response> {
  const { publicUrl, served } = services;
  if (!served.includes("management") || !prefersHtml(c)) return respondProblem(c, error, publicUrl);
  const { respondProblemPage } = await import("../ui/problem-page.tsx");
  const owner = await pageOwner(c, services);
  return inView(viewOf(c, services), () =>
    respondProblemPage(c, error, { basePath: basePath(publicUrl) }, owner?.account),
  );
}

/**
 * Creates the HTTP API as a Hono app. Mount it with `app.route("/", api)` or `app.mount("/prefix", api.fetch)`, or
 * serve its `fetch` directly. All its state is in its stores.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createApi } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const api = createApi({
 *   documents,
 *   usage: memoryUsage(),
 *   authenticator: apiKeyAuthenticator({ documents }),
 * });
 * console.log((await api.request("/v1/user/profile")).status); // 401
 * ```
 */
export function createApi(dependencies: ApiDependencies): Hono<ApiEnv> {
  return buildApi(dependencies).app;
}

/** The API, and what a server needs that answers calls without Hono. */
export interface BuiltApi {
  app: Hono<ApiEnv>;
  services: Services;
  /** The work queues of the tools under the names of their metrics. */
  queues: Readonly<Record<string, WorkQueue>>;
  /**
   * Responds to a request for a path without a route.
   *
   * @param others - The routes that the server has in addition to those of the API.
   */
  respondNotFound: (c: ApiContext, others: readonly { path: string }[]) => Promise<Response>;
}

/** Creates the API of {@link createApi}. */
export function buildApi(dependencies: ApiDependencies): BuiltApi {
  const shared = services(dependencies);
  const app = new Hono<ApiEnv>();
  keepServices(app, shared);
  app.use("/v1/*", edge(shared));
  for (const route of endpointRoutes(shared.tools)) mountEndpoint(app, shared, route);
  if (shared.files) app.route("/", fileRoutes(shared, shared.files));
  const notFound = (c: ApiContext, others: readonly { path: string }[] = []): ToolsError => {
    const paths = [...app.routes, ...others].map(({ path }) => path).filter((path) => !path.includes("*"));
    return nothingAt(c.req.path, paths, basePath(shared.publicUrl));
  };
  app.all("/v1/*", async (c) => {
    await identifyForHeaders(c, shared);
    throw notFound(c);
  });
  // Registered after the routes under /v1, so their calls skip this middleware.
  app.use("*", secured(shared.publicUrl));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  const checkReadiness = readiness(shared);
  app.get("/readyz", async (c) => {
    c.header("Cache-Control", "no-store");
    await checkReadiness();
    return c.json({ status: "ready" });
  });
  const { metrics } = shared;
  if (metrics)
    app.get("/metrics", async (c) => {
      const { text, contentType } = await metrics.read();
      return c.body(text, 200, { "Content-Type": contentType });
    });
  if (shared.cors) app.use("/openapi.json", shared.cors);
  const document = unchanging(async () => {
    const { openApiDocument } = await import("../openapi/document.ts");
    return JSON.stringify(openApiDocument(shared));
  });
  app.get("/openapi.json", (c) =>
    document(c, { "Content-Type": "application/json", "Cache-Control": "no-cache" }),
  );
  app.route("/", docsRoutes(shared));
  app.onError((error, c) => respondProblem(c, asToolsError(error), shared.publicUrl));
  app.notFound((c) => respondNotFound(c, shared, notFound(c)));
  return {
    app,
    services: shared,
    queues: queuesByName(shared.tools),
    respondNotFound: (c, others) => respondNotFound(c, shared, notFound(c, others)),
  };
}
