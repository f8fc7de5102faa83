import type { ErrorCode } from "@tools-api/core";
import type { InvoiceRecord, LedgerLineRecord } from "@tools-api/core/billing";
import type { ProfileRecord, ProfileRequest } from "@tools-api/core/profile";
import type { UsageReportRecord, UsageRequest } from "@tools-api/core/usage";
import type { AnalysisList, AnalysisType, Checked, IsOpen, NamesIn } from "@tools-api/core/text";
import type { Tool, ToolResult, ToolResultList } from "@tools-api/core/tools";
import type { z } from "zod";
import type { OrderedPageQuery, PageQuery, StatePageQuery } from "../account/call/page.ts";
import type { ApiKeyRecord, ClientRecord, GrantRecord, SessionRecord } from "../account/call/records.ts";
import type { defaultTools } from "../http/default-tools.ts";

/** The tools of a server without tools of its own. */
export type DefaultTools = ReturnType<typeof defaultTools>;

/**
 * A file of a request. Bytes are sent as a part of a form, those of a stream or a response once all have arrived; a string
 * is base64, a `data:` URI or a URL.
 */
export type FileContent =
  Blob | ArrayBuffer | Uint8Array | ReadableStream | AsyncIterable<Uint8Array> | Response | string;

/** The name of the field that a definition declares; `never` without one. */
type FieldName<Field> = Field extends { field: infer Name extends string }
  ? string extends Name
    ? never
    : Name
  : never;

/** The request of a tool, as JSON has it except for its file. */
export type RequestOf<Definition extends Tool> = [FieldName<Definition["file"]>] extends [never]
  ? z.input<Definition["request"]>
  : z.input<Definition["request"]> & Record<FieldName<Definition["file"]>, FileContent>;

/** The result of a tool, as JSON has it except for its bytes. */
export type ResultOf<Definition extends Tool> = ToolResult<
  Definition["response"],
  FieldName<Definition["binary"]>,
  Uint8Array<ArrayBuffer>
>;

/** The name of the field for several results that a definition declares; `never` without one. */
type ListName<Definition extends Tool> =
  NonNullable<Definition["binary"]> extends { listField?: infer Name extends string }
    ? string extends Name
      ? never
      : Name
    : never;

/** A request for several results. */
export type ListRequestOf<Definition extends Tool> = RequestOf<Definition> &
  Required<Pick<RequestOf<Definition>, ListName<Definition> & keyof RequestOf<Definition>>>;

/** Several results of a tool, as JSON has them except for their bytes. */
export type ResultListOf<Definition extends Tool> = ToolResultList<
  Definition["response"],
  FieldName<Definition["binary"]>,
  ListName<Definition>,
  Uint8Array<ArrayBuffer>
>;

/** A request for one result. */
type SingleRequestOf<Definition extends Tool> = [ListName<Definition>] extends [never]
  ? RequestOf<Definition>
  : Omit<RequestOf<Definition>, ListName<Definition>> & Partial<Record<ListName<Definition>, undefined>>;

/** The tools whose calls can have several results. */
type ListTool<Definition extends Tool> = Definition extends Tool
  ? [ListName<Definition>] extends [never]
    ? never
    : Definition
  : never;

/** A request whose `analysis_type` has these names. The compiler says which names there are. */
type WithList<Request, List extends AnalysisList> = Request extends { analysis_type?: unknown }
  ? Omit<Request, "analysis_type"> & { analysis_type?: Checked<List, AnalysisType | "all"> }
  : Request;

/** A result with the analyses that the request names, which the server refuses otherwise. */
type WithParts<Result, List extends AnalysisList> =
  IsOpen<List> extends true
    ? Result
    : Result extends { analysis_type: unknown }
      ? Result & { [Name in NamesIn<List> & AnalysisType & keyof Result]: NonNullable<Result[Name]> }
      : Result;

/** The tool with a name. */
type ToolNamed<Definition extends Tool, Name extends string> = Definition extends Tool
  ? Name extends Definition["name"]
    ? Definition
    : never
  : never;

/** The parameters of a usage report. */
export type UsageParameters = z.input<typeof UsageRequest>;

/** A usage report. */
export type UsageReport = z.input<typeof UsageReportRecord>;

/** The parameters of a profile. */
export type ProfileParameters = z.input<typeof ProfileRequest>;

/** The account, its plan, its quota and the credential of the call. */
export type Profile = z.input<typeof ProfileRecord>;

/** The lists of an account: the parameters and the items of each. */
export interface Lists {
  keys: { parameters: z.input<typeof StatePageQuery>; item: z.input<typeof ApiKeyRecord> };
  clients: { parameters: z.input<typeof StatePageQuery>; item: z.input<typeof ClientRecord> };
  grants: { parameters: z.input<typeof PageQuery>; item: z.input<typeof GrantRecord> };
  sessions: { parameters: z.input<typeof PageQuery>; item: z.input<typeof SessionRecord> };
  invoices: { parameters: z.input<typeof OrderedPageQuery>; item: z.input<typeof InvoiceRecord> };
  ledger: { parameters: z.input<typeof OrderedPageQuery>; item: z.input<typeof LedgerLineRecord> };
}

/** The codes of problems. `unexpected_response` is a response that is not of the API, such as the HTML of a proxy. */
export type ProblemCode = ErrorCode | "unexpected_response" | (string & {});

/** The state of a policy that limits the caller, from the RateLimit headers. */
export interface PolicyState {
  /** `daily`, `per_minute`, `per_second`, `key_daily` or `unauthenticated`. */
  policy: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the next reset; `null` if the response does not say. */
  resetSeconds: number | null;
}

/** A result with what its response says in addition. */
export interface Answer<Result> {
  result: Result;
  /** The id of the request in the log of the server; `null` if the response has none. */
  requestId: string | null;
  /** Every policy that limits the caller, in the order of the headers. */
  policies: readonly PolicyState[];
  headers: Headers;
}

/** Settings of a client that a call can override. */
interface AttemptOptions {
  /** Attempts after the first one. Default: 2. */
  maxRetries?: number;
  /** Milliseconds of one attempt, including its response. Default: 60,000. */
  timeout?: number;
}

/** The options of one call. */
export interface CallOptions extends AttemptOptions {
  /** Aborts the call at any time. The call then rejects with the reason of the signal. */
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string | undefined>>;
}

/** The options of a call of a tool. */
export interface ToolCallOptions extends CallOptions {
  /** The key with which every attempt is the same call. Default: a random one. */
  idempotencyKey?: string;
}

/** The options of {@link createClient}. */
export interface ClientOptions extends AttemptOptions {
  /** The URL of the server, with the path under which a host mounts the API: `https://example.com/tools`. */
  baseUrl: string;
  /** An API key or access token, or a function that returns the one for each attempt. */
  token: string | (() => string | Promise<string>);
  headers?: Readonly<Record<string, string | undefined>>;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** The methods of a client. `WithResponse` are those that resolve to an {@link Answer}. */
export interface Calls<Tools extends readonly Tool[], WithResponse extends boolean> {
  /** Calls a tool by its name, for several results. */
  call<Name extends ListTool<Tools[number]>["name"]>(
    name: Name,
    request: ListRequestOf<ToolNamed<Tools[number], Name>>,
    options?: ToolCallOptions,
  ): Promise<Outcome<ResultListOf<ToolNamed<Tools[number], Name>>, WithResponse>>;
  /** Calls a tool by its name. */
  call<Name extends Tools[number]["name"], const List extends AnalysisList = "all">(
    name: Name,
    request: WithList<SingleRequestOf<ToolNamed<Tools[number], Name>>, List>,
    options?: ToolCallOptions,
  ): Promise<Outcome<WithParts<ResultOf<ToolNamed<Tools[number], Name>>, List>, WithResponse>>;
  /** Returns the usage of the account by period and endpoint. */
  usage(parameters?: UsageParameters, options?: CallOptions): Promise<Outcome<UsageReport, WithResponse>>;
  /** Returns the account, its plan, its quota and the credential of the call. */
  profile(parameters?: ProfileParameters, options?: CallOptions): Promise<Outcome<Profile, WithResponse>>;
}

type Outcome<Result, WithResponse extends boolean> = WithResponse extends true ? Answer<Result> : Result;

/** A client of a server. */
export interface Client<Tools extends readonly Tool[] = DefaultTools> extends Calls<Tools, false> {
  /** The same methods. Their result comes with the quota, the request id and the headers. */
  withResponse: Calls<Tools, true>;
  /**
   * Iterates over all items of a list of the account, and reads a page when the loop reaches it. The token needs
   * `account:read`. No page of another origin can call it.
   *
   * @param parameters - `limit` is the number of items on a page. Default: 50.
   */
  list<Name extends keyof Lists>(
    name: Name,
    parameters?: Lists[Name]["parameters"],
    options?: CallOptions,
  ): AsyncGenerator<Lists[Name]["item"], void, undefined>;
}
