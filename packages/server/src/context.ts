import type {
  AdmittedCall,
  Authenticator,
  Clock,
  DocumentStore,
  Meter,
  Plans,
  Principal,
  Scope,
  Session,
  ToolsError,
  UsageStore,
} from "@tools-api/core";
import type { Caller } from "@tools-api/core/internal";
import type { ConvertedImage, ImageJob } from "@tools-api/core/image";
import type { Context } from "hono";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { Metrics } from "./metrics.ts";
import type { ServedPart } from "./openapi/security.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { RequestLog } from "./request-log.ts";
import type { LongTexts } from "./text-json.ts";
import type { Place, WorkQueue } from "./work-queue.ts";

/** What the routes and middleware work with; `createApi` fills it from its dependencies. */
export interface Services {
  documents: DocumentStore;
  usage: UsageStore;
  authenticator: Authenticator;
  plans: Plans;
  clock: Clock;
  meter: Meter;
  attempts: FailedAttempts;
  /** Absent: long texts are analysed as short ones are. */
  longTexts: LongTexts | undefined;
  /**
   * Converts an image of a request that has its place, as `convertImage` of core does, where and when a worker is free.
   *
   * @param run - The signal of the request, which ends the work if the client disconnects, and the caller whose share
   * of the workers the job uses.
   * @throws ToolsError as core's does; `invalid_request` when the caller has hung up.
   */
  convertImage(
    image: Uint8Array,
    options: ImageJob["options"],
    run: { signal: AbortSignal; caller: Caller | undefined },
  ): Promise<ConvertedImage>;
  /** Every text call has a place in `text`, a long one besides in `longText` from when its length is known. */
  queues: { text: WorkQueue; longText: WorkQueue; image: WorkQueue };
  publicUrl: string;
  /** What else is served under that URL. */
  served: readonly ServedPart[];
  /** Absent: nothing is counted, and there is no `/metrics`. */
  metrics: Metrics | undefined;
  log: RequestLog;
  clientAddress: (context: Context) => string;
}

/** What one request knows of itself. */
interface ApiVariables {
  /** Set on every request under /v1. */
  requestId?: string;
  /** The path of our route; absent where the request matched none. */
  route?: string;
  /** The client's address, for the limit on failed authentications. */
  address: string;
  principal?: Principal;
  /** The session of the cookie, where it was looked for and found. */
  session?: Session;
  /** The place in the work queue; absent where the endpoint has none. */
  place?: Place;
  /** The account and the address block whose shares the request uses; absent if the endpoint has no work queue. */
  caller?: Caller;
  /** The call that was counted. */
  call?: AdmittedCall;
  /** The scope that was asked for in vain. */
  missingScope?: Scope;
  /** The policies that the response shows; without any, that of the client's address. */
  rateLimits?: readonly RateLimit[];
  bytesIn: number;
  bytesOut: number;
  /** The body of a response with status 200 that has no header field but its type, `application/json`. */
  json?: { response: Response; body: string };
  failure?: ToolsError;
}

/** The environment of our Hono routes. */
export interface ApiEnv {
  Variables: ApiVariables;
}

export type ApiContext = Context<ApiEnv>;
