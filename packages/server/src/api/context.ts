import type {
  AdmittedCall,
  Authenticator,
  CallOutcome,
  Clock,
  DocumentStore,
  Meter,
  Plans,
  Principal,
  ToolsError,
  UsageStore,
} from "@tools-api/core";
import type { Session } from "@tools-api/core/accounts";
import type { EndedCall } from "@tools-api/core/storage";
import type { Allowance } from "@tools-api/core/usage";
import type { Caller } from "@tools-api/core/internal";
import type { Conversion, ConvertedImage } from "@tools-api/core/image";
import type { Context, MiddlewareHandler } from "hono";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { FetchPolicy } from "./fetch/fetch-policy.ts";
import type { Metrics } from "./metrics.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { RequestLog } from "./request-log.ts";
import type { ScopeCatalog } from "./scope-catalog.ts";
import type { LongTexts } from "./text-json.ts";
import type { QueueSlot, WorkQueue } from "./work-queue.ts";

/** An optional part of a server: the calls under `/account`, or the authorization server. */
export type ServedPart = "management" | "oauth";

/** The services that routes and middleware use. `createApi` creates them from its dependencies. */
export interface Services {
  documents: DocumentStore;
  usage: UsageStore;
  authenticator: Authenticator;
  plans: Plans;
  clock: Clock;
  meter: Meter;
  attempts: FailedAttempts;
  /** Absent: long texts are analyzed in the same way as short ones. */
  longTexts: LongTexts | undefined;
  /**
   * Runs a conversion as soon as a worker is free. The request must hold a queue slot.
   *
   * @param run - The signal ends the work if the client disconnects. The caller is the one whose share of the workers
   * the job uses.
   * @throws ToolsError with the codes of `convertImage` in core, or `invalid_request` if the client has disconnected.
   */
  convertImage(
    conversion: Conversion,
    run: { signal: AbortSignal; caller: Caller | undefined },
  ): Promise<ConvertedImage>;
  /** Every text call holds a slot in `text`. A long text also holds one in `longText` once its length is known. */
  queues: { text: WorkQueue; longText: WorkQueue; image: WorkQueue };
  /** The hosts from which files are fetched. */
  fetchUrls: FetchPolicy;
  scopes: ScopeCatalog;
  publicUrl: string;
  /** Other APIs that are served under that URL. */
  served: readonly ServedPart[];
  /** Absent: nothing is counted, and `/metrics` does not exist. */
  metrics: Metrics | undefined;
  log: RequestLog;
  clientAddress: (context: Context) => string;
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
  place?: QueueSlot;
  /** The account and the address block whose shares the request uses; absent if the endpoint has no work queue. */
  caller?: Caller;
  /** The allowances after the account's last call in this process, of a call that is not admitted yet. */
  lastKnown?: readonly Allowance[];
  /** The call, once it is admitted. */
  call?: AdmittedCall;
  /** Admits the call of the request. See `admittedCall`. */
  count?: (answer?: EndedAnswer) => Promise<AdmittedCall>;
  refusal?: Refusal;
  /** The scope that the credential lacks. */
  missingScope?: string;
  /** The policies that the response shows. Absent: the policy of the client's address. */
  rateLimits?: readonly RateLimit[];
  /** The file that was fetched for the request, for the log. */
  fetched?: { url: string; bytes: number; error?: unknown };
  bytesIn: number;
  bytesOut: number;
  /** The body of a response with status 200 whose only header field is its `application/json` type. */
  json?: { response: Response; body: string };
  failure?: ToolsError;
}

/** The environment of the server's Hono routes. */
export interface ApiEnv {
  Variables: ApiVariables;
}

export type ApiContext = Context<ApiEnv>;
