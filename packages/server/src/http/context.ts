import type { Meter } from "@tools-api/core";
import type { Tool } from "@tools-api/core/tools";
import type { Context, MiddlewareHandler } from "hono";
import type { ApiVariables, CallContext } from "./call-context.ts";
import type { CommonServices } from "./site.ts";
import type { CorsOrigins } from "./origins.ts";
import type { DeprecationFields } from "./deprecations.ts";
import type { FetchPolicy } from "./fetch-policy.ts";
import type { Metrics } from "./metrics.ts";
import type { Telemetry } from "./telemetry.ts";
import type { ToolExecutor } from "./executor.ts";
import type { WorkQueue } from "./work-queue.ts";

/** An optional part of a server: the calls under `/account`, the authorization server, or its `/oauth/register`. */
export type ServedPart = "management" | "oauth" | "registration";

/** The services with which a reader gets files that are not in the request. */
export type ReaderServices = Pick<Services, "fetchUrls"> & Partial<Pick<Services, "files">>;

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
  read(c: CallContext, services: ReaderServices): Promise<Readonly<Record<string, unknown>>>;
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

/** The environment of the server's Hono routes. */
export interface ApiEnv {
  Variables: ApiVariables;
}

export type ApiContext = Context<ApiEnv>;
