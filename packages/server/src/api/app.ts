import {
  type Authenticator,
  type Clock,
  createMeter,
  defaultPlans,
  type DocumentStore,
  type Plans,
  systemClock,
  ToolsError,
  type UsageStore,
} from "@tools-api/core";
import type { LostRefunds } from "@tools-api/core/usage";
import { type Conversion, type ConvertedImage, runConversion } from "@tools-api/core/image";
import { type Caller, invalidParameters } from "@tools-api/core/internal";
import { type Context, Hono } from "hono";
import type { ApiContext, ApiEnv, ServedPart, Services } from "./context.ts";
import { basePath, docsRoutes } from "../docs/docs-routes.ts";
import { type CorsOrigins, crossOrigin } from "./cors.ts";
import { defaultAttemptsPerMinute, type FailedAttempts, failedAttempts } from "./failed-attempts.ts";
import { type FetchPolicy, fetchPolicyFault } from "./fetch/fetch-policy.ts";
import { prefersHtml } from "./http/accept.ts";
import { maxImageBody } from "./http/image-upload.ts";
import { unlessHungUp } from "./http/hung-up.ts";
import { answerOptions } from "./http/refuse-method.ts";
import { respondProblem } from "./http/respond.ts";
import { unchanging } from "./http/unchanging.ts";
import { type Metrics, watched } from "./metrics.ts";
import { authenticate, identifyForHeaders } from "./middleware/authenticate.ts";
import { edge } from "./middleware/edge.ts";
import { metered } from "./middleware/metered.ts";
import { queued } from "./middleware/queued.ts";
import { secured } from "./http/security-headers.ts";
import { openApiDocument } from "../openapi/document.ts";
import { respondProblemPage } from "../account/pages/problem-page.tsx";
import { asToolsError } from "./http/problem.ts";
import { readiness } from "./readiness.ts";
import type { RequestLog } from "./request-log.ts";
import { type EndpointRoute, endpointRoutes } from "./routes/endpoints.ts";
import { maxTextBody } from "./routes/text-analyzer.ts";
import { scopeCatalog, type ScopedTool } from "./scope-catalog.ts";
import type { LongTexts } from "./text-json.ts";
import { type UsualCalls, usualCalls } from "./usual-calls.ts";
import { workQueue } from "./work-queue.ts";

/** The circumstances of a conversion. */
export interface ConversionContext {
  /** Aborts if the client disconnects. */
  signal: AbortSignal;
  /** The account and address whose share of the workers the conversion uses. */
  caller: Caller | undefined;
}

/** The dependencies of {@link createApi}. */
export interface ApiDependencies {
  documents: DocumentStore;
  usage: UsageStore;
  /** Resolves bearer credentials. Combine several authenticators with `firstAuthenticator`. */
  authenticator: Authenticator;
  /** The tools whose scopes credentials can have. Default: the text analyzer and the image converter. */
  tools?: readonly ScopedTool[];
  /** Default: free, pro and enterprise with 1,000, 10,000 and 100,000 calls per day. */
  plans?: Plans;
  clock?: Clock;
  /** The URL under which callers reach the API, without a trailing slash. Default: relative references. */
  publicUrl?: string;
  /** Receives the record of every request under /v1. Default: no records are written. */
  log?: RequestLog;
  /** Receives calls that failed on the server's side and stay counted, because the store did not respond for long. */
  onLostRefunds?: (kept: LostRefunds) => void;
  /**
   * Counts requests, calls and refusals, and serves `/metrics`; for instance `prometheusMetrics()`. Default: neither.
   */
  metrics?: Metrics | undefined;
  /** Other APIs under the same URL that `/openapi.json` describes. Default: none. */
  served?: readonly ServedPart[];
  /**
   * The origins whose pages can call `/v1` and read `/openapi.json` from a browser, or `*` for every origin; cookies are
   * never accepted from them. Leave it out if the host's own middleware does this. Default: none.
   */
  corsOrigins?: CorsOrigins;
  /** Returns the address of the client that sent a request, for the limit on failed authentications. */
  clientAddress?: (context: Context) => string;
  /**
   * Counts failed authentications. Pass the same counter to `createAccountApp` if both apps are mounted. Otherwise each
   * app allows an address its own 20. Default: a counter of 20 per minute and address.
   */
  attempts?: FailedAttempts;
  /** Analyzes long texts elsewhere. Default: in this process, which answers no other request meanwhile. */
  longTexts?: LongTexts;
  /**
   * Runs the checked conversions of images, with the codecs and the concurrency of the function's choice. Use a
   * `processPool` with the limits of the conversion, or `runConversion` in this process. Default: in this process,
   * without codecs, two images at a time.
   */
  convertImages?: (conversion: Conversion, context: ConversionContext) => Promise<ConvertedImage>;
  /**
   * Default: 512 slots for texts with 256 MB of bodies and answers, one short text at a time; 64 slots for long texts;
   * 64 slots for images with 256 MB of bodies and answers. `longTexts` and `convertImages` decide how many of their
   * jobs run together. One account holds at most half of the slots and bytes of a queue.
   */
  queues?: Partial<Services["queues"]>;
  /** Bytes of image bodies and of unsent answers. Default: 256,000,000. */
  imageQueueBytes?: number;
  /** The hosts from which callers can have files fetched, by an http or https URL instead of the file. Default: off. */
  fetchUrls?: FetchPolicy;
}

// Measured: all analyses of a 1 MB English text give a record of 22 MB. One account has room for five.
const textQueueBytes = 256e6;
// One account can hold half of it: three images of the maximum size, or 32 base64 images of 4 MB each.
const defaultImageQueueBytes = 256e6;

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

function services(dependencies: ApiDependencies): Services {
  const { usage, plans = defaultPlans, clock = systemClock, convertImages } = dependencies;
  const { attempts = failedAttempts(defaultAttemptsPerMinute, clock), log = () => {} } = dependencies;
  const { metrics, onLostRefunds, fetchUrls = "off" } = dependencies;
  const fetchFault = fetchPolicyFault(fetchUrls);
  if (fetchFault !== null) throw invalidParameters([{ name: "fetchUrls", detail: fetchFault }]);
  const queues = {
    text: workQueue({ concurrency: 1, places: 512, bytes: textQueueBytes, largestBody: maxTextBody }),
    longText: workQueue({ places: 64 }),
    image: workQueue({
      // A given function has its own queue, in which jobs may overtake others.
      ...(convertImages ? {} : { concurrency: 2 }),
      places: 64,
      bytes: dependencies.imageQueueBytes ?? defaultImageQueueBytes,
      largestBody: maxImageBody,
    }),
    ...dependencies.queues,
  };
  metrics?.watchQueues({ text: queues.text, long_text: queues.longText, image: queues.image });
  return {
    documents: dependencies.documents,
    usage,
    authenticator: dependencies.authenticator,
    plans,
    clock,
    ...watched({ log, attempts }, metrics),
    meter: createMeter({
      usage,
      plans,
      clock,
      defer: sharedTurn(),
      onRefundFailed(kept) {
        metrics?.countKeptUnits(kept);
        onLostRefunds?.(kept);
      },
    }),
    longTexts: dependencies.longTexts,
    queues,
    convertImage(conversion, { signal, caller }) {
      const convert = () => (convertImages ?? runConversion)(conversion, { signal, caller });
      return unlessHungUp(signal, () => queues.image.run(convert, { caller, signal }));
    },
    fetchUrls,
    scopes: scopeCatalog(dependencies.tools),
    publicUrl: dependencies.publicUrl ?? "",
    served: dependencies.served ?? [],
    metrics,
    clientAddress: dependencies.clientAddress ?? (() => ""),
    cors: crossOrigin(dependencies.corsOrigins ?? []),
  };
}

function mountEndpoint(app: Hono<ApiEnv>, services: Services, route: EndpointRoute): void {
  const { endpoint, method, path, scope, queue, endsFirst, handle } = route;
  // Plain functions in one handler: each middleware layer adds several promises to every call.
  app.on(method, path, async (c) => {
    c.set("route", path);
    const principal = await authenticate(c, services, scope);
    const call = { principal, endpoint, scope, endsFirst };
    const counted = () => metered(c, services, call, () => handle(c, services));
    return queue ? queued(c, services, { principal, queue: services.queues[queue] }, counted) : counted();
  });
  const allow = method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
  app.all(path, async (c) => {
    c.set("route", path);
    await identifyForHeaders(c, services);
    return answerOptions(c, allow);
  });
}

/** Returns the 404 answer: a page for browsers if the server has pages, otherwise a problem document. */
function respondNotFound(c: ApiContext, { publicUrl, served }: Services): Response | Promise<Response> {
  const error = new ToolsError("not_found", `There is nothing at ${c.req.path}.`);
  return served.includes("management") && prefersHtml(c)
    ? respondProblemPage(c, error, { basePath: basePath(publicUrl) })
    : respondProblem(c, error, publicUrl);
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

/** The API, and the answerer of its usual calls for a server that can do without Hono. */
export interface BuiltApi {
  app: Hono<ApiEnv>;
  usualCalls: UsualCalls;
}

/** Creates the API of {@link createApi}. */
export function buildApi(dependencies: ApiDependencies): BuiltApi {
  const shared = services(dependencies);
  const app = new Hono<ApiEnv>();
  const answer = usualCalls(shared);
  app.use("/v1/*", edge(shared, answer));
  for (const route of endpointRoutes) mountEndpoint(app, shared, route);
  app.all("/v1/*", async (c) => {
    await identifyForHeaders(c, shared);
    throw new ToolsError("not_found", `There is nothing at ${c.req.path}.`);
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
  const document = unchanging(() => JSON.stringify(openApiDocument(shared)));
  app.get("/openapi.json", (c) =>
    document(c, { "Content-Type": "application/json", "Cache-Control": "no-cache" }),
  );
  app.route("/", docsRoutes(shared));
  app.onError((error, c) => respondProblem(c, asToolsError(error), shared.publicUrl));
  app.notFound((c) => respondNotFound(c, shared));
  return { app, usualCalls: answer };
}
