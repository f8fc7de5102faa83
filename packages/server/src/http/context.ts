import type { AdmittedCall, CallOutcome, Meter, Principal, ToolsError } from "@tools-api/core";
import type { Session } from "@tools-api/core/accounts";
import type { EndedCall } from "@tools-api/core/storage";
import type { Allowance } from "@tools-api/core/usage";
import type { Caller, KeyedCall } from "@tools-api/core/internal";
import type { Tool } from "@tools-api/core/tools";
import type { Context, MiddlewareHandler } from "hono";
import type { CommonServices } from "./site.ts";
import type { CorsOrigins } from "./cors.ts";
import type { DeprecationFields } from "./deprecations.ts";
import type { FetchPolicy } from "./fetch-policy.ts";
import type { Metrics } from "./metrics.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Telemetry } from "./telemetry.ts";
import type { ToolExecutor } from "./executor.ts";
import type { QueueSlot, WorkQueue } from "./work-queue.ts";

/** An optional part of a server: the calls under `/account`, the authorization server, or its `/oauth/register`. */
export type ServedPart = "management" | "oauth" | "registration";

/** Reads the request of a tool. */
export interface RequestReader {
  /** Bytes of the largest body that it accepts. */
  largestBody: number;
  /**
   * Returns the validated request.
   *
   * @throws ToolsError `unsupported_media_type`, `invalid_json`, `invalid_request`, `payload_too_large`, `overloaded`,
   *   and `invalid_parameter` with an entry for every invalid field.
   */
  read(c: ApiContext, services: Pick<Services, "fetchUrls">): Promise<Readonly<Record<string, unknown>>>;
}

/** A tool with what this server needs to answer its calls. */
export interface ServedTool {
  tool: Tool;
  reader: RequestReader;
  /** Every call holds a slot in it. */
  queue: WorkQueue;
  /** A pooled call also holds a slot in it, if the other calls of the tool run in this process. */
  poolQueue: WorkQueue | null;
  /** Absent: this process does all work. */
  executor: ToolExecutor | undefined;
}

/** The services that routes and middleware use. `createApi` creates them from its dependencies. */
export interface Services extends CommonServices {
  meter: Meter;
  /** In the order of the documentation. */
  tools: readonly ServedTool[];
  /** The names of the metered endpoints, in the order of usage reports. */
  endpoints: readonly string[];
  /** The hosts from which files are fetched. */
  fetchUrls: FetchPolicy;
  /** Other APIs that are served under that URL. */
  served: readonly ServedPart[];
  /** Absent: nothing is counted, and `/metrics` does not exist. */
  metrics: Metrics | undefined;
  /** Absent: there are no spans. */
  telemetry: Telemetry | undefined;
  /** The origins whose pages can call the API. */
  corsOrigins: CorsOrigins;
  deprecations: DeprecationFields;
  /** Lets pages of other origins call the API. Absent: none can. */
  cors: MiddlewareHandler | undefined;
}

/** The response of a call that ends before it is admitted. */
export type EndedAnswer = Pick<CallOutcome, "bytesOut"> & Pick<EndedCall, "used">;

/** A JSON answer that is created before its call is admitted, from the expected counts. */
export interface EarlyJson {
  answer: EndedAnswer;
  /** Returns the JSON for the call as it was counted. */
  json(call: AdmittedCall): string;
}

/** The error of an admission that `usualCalls` has tried. The routes answer with it. */
export interface Refusal {
  error: unknown;
  /** When the call began, on the scale of `performance.now`. */
  started: number;
}

/** The variables of one request. */
export interface ApiVariables {
  /** Set on every request under /v1. */
  requestId?: string;
  /** The path of the matched route; absent if the request matched none. */
  route?: string;
  /** The client's address, for the limit on failed authentications. */
  address: string;
  principal?: Principal;
  /** The session of the cookie, if it was looked up and found. */
  session?: Session;
  /** The slot in the work queue; absent if the endpoint has no queue. */
  slot?: QueueSlot;
  /** The account and the address block whose shares the request uses; absent if the endpoint has no work queue. */
  caller?: Caller;
  /** The allowances after the account's last call in this process, of a call that is not admitted yet. */
  lastKnown?: readonly Allowance[];
  /** The number of calls that the request counts as. Absent: one. */
  units?: number;
  /** The call, once it is admitted. */
  call?: AdmittedCall;
  /** Admits the call of the request. See `admittedCall`. */
  count?: (answer?: EndedAnswer) => Promise<AdmittedCall>;
  refusal?: Refusal;
  /** The path of the resource that the request is for. Absent: the API. See `declareResource`. */
  resource?: string;
  /** The failure of a call through MCP that the response reports by its status. */
  denied?: ToolsError;
  /** The scopes that a challenge names. */
  neededScopes?: readonly string[];
  /** The policies that the response shows. Absent: the policy of the client's address. */
  rateLimits?: readonly RateLimit[];
  /** The file that was fetched for the request, for the log. */
  fetched?: { url: string; bytes: number; error?: unknown };
  /** The state of the call's Idempotency-Key; absent without one. */
  keyed?: KeyedCall;
  /** The digest of a call with an Idempotency-Key, once its request is valid. */
  requestDigest?: string;
  /** True if the call is a repeat, which is neither counted nor recorded. */
  isRepeat?: boolean;
  bytesIn: number;
  bytesOut: number;
  /** Header fields that describe the body of a response. An error that replaces the response must not have them. */
  bodyFields?: readonly string[];
  /** The body of a response with status 200 whose only header field is its `application/json` type. */
  json?: { response: Response; body: string };
  failure?: ToolsError;
  /** Whether the security headers are set. Absent: no middleware sets them in addition to `edge`. */
  isSecured?: boolean;
  /** True if the record of the request is in the log already. */
  isLogged?: boolean;
}

/** The environment of the server's Hono routes. */
export interface ApiEnv {
  Variables: ApiVariables;
}

export type ApiContext = Context<ApiEnv>;
