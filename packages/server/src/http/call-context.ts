import type { IncomingMessage } from "node:http";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Principal, ToolsError } from "@tools-api/core";
import type { Session } from "@tools-api/core/accounts";
import type { RateLimit } from "./rate-limit.ts";
import type { RefusedCredential } from "./refused-credential.ts";
import type { QueueSlot } from "./work-queue.ts";

/** The response of a handler. Its context knows the rest: a `Response` of Hono, or the answer of a plain context. */
export interface Reply {
  readonly status: number;
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
  /** True if the bytes of the result become a file. */
  storesResult?: boolean;
  /** True if the response has `Idempotency-Replayed`. */
  isReplayed?: boolean;
  bytesIn: number;
  bytesOut: number;
  /** Header fields that describe the body of a response. An error that replaces the response must not have them. */
  bodyFields?: readonly string[];
  /** The body of a response with status 200 whose only header field is its `application/json` type. */
  json?: { response: Reply; body: string };
  failure?: ToolsError;
  /** The credential that was refused, for the log. */
  refused?: RefusedCredential;
  /** Whether the security headers are set. Absent: no middleware sets them in addition to `edge`. */
  isSecured?: boolean;
  /** True if the record of the request is in the log already. */
  isLogged?: boolean;
}

/** The request of a call as its server has received it. */
export interface ReceivedRequest {
  /** Absent if the server has no stream of it. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /** The stream of Node, if the request is no `Request`. */
  readonly incoming?: IncomingMessage;
  /** Reads the body in one piece. Absent if the request is no `Request`. */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** The content of a response. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/**
 * The context of a call, with the members that metered endpoints use. The contexts of Hono have them, and those of Node
 * calls that need no `Request`, `Response` and middleware.
 */
export interface CallContext {
  /** The environment that the runtime passes on. */
  readonly env: unknown;
  readonly req: {
    readonly method: string;
    readonly path: string;
    readonly url: string;
    readonly raw: ReceivedRequest;
    header(name: string): string | undefined;
  };
  get<Name extends keyof ApiVariables>(name: Name): ApiVariables[Name];
  set<Name extends keyof ApiVariables>(name: Name, value: ApiVariables[Name]): void;
  /** Sets a header field of the response, or removes it. */
  header(name: string, value: string | undefined): void;
  /** Creates the response. */
  body(content: ReplyBody, status: ContentfulStatusCode, fields: Record<string, string>): Reply;
}
