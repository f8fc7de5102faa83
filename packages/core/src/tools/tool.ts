import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";

/** A file of a request. Only its content determines what it is. */
export interface ToolFile {
  bytes: Uint8Array;
  /** The declared media type; an empty string if there is none. */
  mediaType: string;
  /** The file name of a multipart part, or the last step of a URL; `null` for other transports. */
  name: string | null;
}

/** The field of a request that is a file. It can arrive as base64 or a `data:` URI in JSON, as a part, or as the body. */
export interface FileField<Name extends string = string> {
  /** The name of the field. It is not part of the schema of the request. */
  field: Name;
  /** Bytes after base64 is decoded. */
  maxBytes: number;
  /** Media types of a body that is the file itself, such as `image/*`. */
  mediaTypes: readonly string[];
  /** The file in an error message, such as "an image". Default: "a file". */
  noun?: string;
}

/** The field of a response that is bytes. It is sent as base64 in JSON or as the body, as Accept prefers. */
export interface BinaryField<Request = never, Name extends string = string, List extends string = string> {
  /** The name of the field. It is not part of the schema of the response. */
  field: Name;
  /**
   * The field of a request for several results, and of the response to it: an array with a response for each. It is
   * sent as JSON only, with the bytes in base64. Default: every response is one result.
   */
  listField?: List;
  /** The media types of the bytes. */
  mediaTypes: readonly string[];
  /**
   * The required field of a request that decides the type of the bytes, as a media type or a file extension. A request
   * without it takes the only type of the bytes in Accept, and a command the extension of its output.
   */
  typeField?: string;
  /** Returns the media types that a request allows. Default: all of them. */
  typesFor?: (request: Request) => readonly string[];
  /** The header field with the other members of the response, if the body is the bytes. Default: `X-Result`. */
  header?: string;
  /** Returns the file name of the bytes. Default: the name of the field. */
  fileName?: (contentType: string) => string;
}

/** The circumstances of a call. */
export interface RunContext {
  /** Aborts if the client disconnects. */
  signal: AbortSignal;
  /** The id of the calling account. */
  account: string;
  /** The acceptable media types of the binary field, by the Accept header; empty without such a field. */
  accept: readonly string[];
}

/** The limits of one pooled call. Each is at most that of the pool. */
export interface PoolLimits {
  deadlineMs?: number;
  memoryMb?: number;
  /** The lane of the call. See `lanes` of {@link ToolPool}. */
  lane?: string;
}

/** Processes for long work. Each can be killed. */
export interface ToolPool<Request = never> {
  /** A module that exports `run`, with the parameters and the result of the tool's own. */
  module: URL;
  /**
   * Milliseconds of CPU time that a call can take; of time on a system that does not tell it. A call that takes twice as
   * long in all, and at least 60 s, ends as `overloaded` and is refunded.
   */
  deadlineMs: number;
  /** MiB that a process can hold in total. Default: no limit. */
  memoryMb?: number;
  /** Number of processes. */
  concurrency: number;
  /** Returns whether a request takes less than 10 ms, so that the server's own process answers it. Default: none. */
  isShort?: (request: Request) => boolean;
  /**
   * Returns the limits of one call, before it waits for a process.
   *
   * @throws ToolsError for a request that cannot succeed.
   */
  limits?: (request: Request, context: Pick<RunContext, "accept">) => PoolLimits;
  /** Number of concurrent calls per lane. The limit of a lane that is not listed is `concurrency`. */
  lanes?: Readonly<Record<string, number>>;
  /** MiB of JavaScript heap of a process. Default: 512. */
  heapMb?: number;
  /** MiB above which a process is replaced after its call. Default: no process is replaced. */
  recycleAboveMb?: number;
  /** The environment of the processes, in addition to the few variables that the runtime needs. */
  environment?: Readonly<Record<string, string>>;
}

/** A valid request, and the response to it as documentation shows it. A file is in base64, as in JSON. */
export interface ToolExample {
  /** One to three words for the playground. Default: the number of the example. */
  title?: string;
  request: Readonly<Record<string, unknown>>;
  response?: Readonly<Record<string, unknown>>;
}

/** Options for a common purpose, such as the smallest file. */
export interface ToolPreset {
  /** Two or three words. */
  title: string;
  /** Fields of a request without its content. */
  options: Readonly<Record<string, unknown>>;
}

/** A table that explains a request or a response, such as the reading of a score. Cells can have code in backticks. */
export interface ToolTable {
  title: string;
  /** A sentence above the table. Default: none. */
  note?: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The members of a definition that do not depend on the types of its schemas. */
interface ToolTerms {
  /** The path `/v1/tools/<name>`, the name in usage reports, metrics, MCP and on the command line. */
  name: string;
  /** The scope that a credential needs, such as `qr:create`. Several tools can share one. */
  scope: string;
  /** The permission on the consent page, such as "Create QR codes". */
  consent: string;
  /** One sentence. */
  summary: string;
  description?: string;
  /** Bytes of the largest JSON body without its file. Default: 1,000,000. */
  maxBodyBytes?: number;
  /** Members of objects and arrays in the largest JSON body. Default: 1,000. */
  maxMembers?: number;
  /** A string field that can have megabytes, and its maximum in UTF-8 bytes. It is read as it arrives. */
  longText?: { field: string; maxBytes: number };
  /** Bytes of request bodies and of unsent responses that a server holds for all calls. Default: 256,000,000. */
  queueBytes?: number;
  /**
   * True if the work is short and has no side effects. It may then be done before the call is counted, which saves a
   * write. Default: every call is counted before its work.
   */
  isPure?: boolean;
  /** True if a call changes nothing, so that agents may make it without asking. Default: `isPure`. */
  isReadOnly?: boolean;
  /** The codes that `run` can throw, in addition to those of every call. */
  errors?: readonly ErrorCode[];
  /**
   * The action to take after an error of the tool, with its limits in numbers. The reference shows it with the code. Default: that of
   * the catalog.
   */
  remedies?: Partial<Record<ErrorCode, string>>;
  /** Returns tables that the reference shows with the tool. Default: none. */
  tables?: () => readonly ToolTable[] | Promise<readonly ToolTable[]>;
  /** At least one. */
  examples: readonly [ToolExample, ...ToolExample[]];
  /**
   * Further fields with content or secrets of the caller. A link to the options of a request has neither these, nor the
   * file, the long text and required texts. Default: none.
   */
  content?: readonly string[];
  /** Values of optional fields that a call through MCP leaves out. Default: none. */
  agentDefaults?: Readonly<Record<string, unknown>>;
  /** Choices of options that the playground offers. Default: none. */
  presets?: readonly ToolPreset[];
  /** The name of the server's script that draws the result in the playground. Default: by its media type. */
  playground?: string;
}

/** Whether a name is a literal. It is `string` if a definition without the field is assigned to {@link Tool}. */
type IsNamed<Name extends string> = [Name] extends [never] ? false : string extends Name ? false : true;

/** The request that `run` receives: the parsed fields, and the file. */
export type ToolRequest<Request extends z.ZodObject, File extends string = never> = z.output<Request> &
  (IsNamed<File> extends true ? Record<File, ToolFile> : unknown);

/** The result that `run` returns: the fields as JSON has them, and the bytes with their type. */
export type ToolResult<
  Response extends z.ZodObject,
  Binary extends string = never,
  Bytes extends Uint8Array = Uint8Array,
> = z.input<Response> &
  (IsNamed<Binary> extends true ? Record<Binary, Bytes> & { content_type: string } : unknown);

/** The several results that `run` returns, in the list field; `never` without one. */
export type ToolResultList<
  Response extends z.ZodObject,
  Binary extends string,
  List extends string,
  Bytes extends Uint8Array = Uint8Array,
> = IsNamed<List> extends true ? Record<List, ToolResult<Response, Binary, Bytes>[]> : never;

/** The result of `run`: one, or several if the request has the list field. */
type RunResult<Response extends z.ZodObject, Binary extends string, List extends string> =
  ToolResult<Response, Binary> | ToolResultList<Response, Binary, List>;

/** The definition of a tool. See `defineTool`. */
export interface ToolDefinition<
  Request extends z.ZodObject,
  Response extends z.ZodObject,
  File extends string = never,
  Binary extends string = never,
  Name extends string = string,
  List extends string = never,
> extends ToolTerms {
  name: Name;
  /** The schema of the request, in snake_case, without the file. Unknown fields are refused. */
  request: Request;
  /** The schema of the response, in snake_case, without the binary field. */
  response: Response;
  file?: FileField<File>;
  binary?: BinaryField<ToolRequest<Request, NoInfer<File>>, Binary, List>;
  /** Returns the number of calls that a request counts as, a whole number from 1. Default: 1. */
  units?: (request: ToolRequest<Request, NoInfer<File>>) => number;
  /** Default: in the server's process, for work under 10 ms. */
  execution?: "inline" | { pool: ToolPool<ToolRequest<Request, NoInfer<File>>> };
  /**
   * Does the work. A `ToolsError` becomes the response. Any other error becomes `internal_error`, which does not count,
   * and its message is only logged.
   */
  run(
    request: ToolRequest<Request, NoInfer<File>>,
    context: RunContext,
  ):
    | Promise<RunResult<Response, NoInfer<Binary>, NoInfer<List>>>
    | RunResult<Response, NoInfer<Binary>, NoInfer<List>>;
}

/** A tool of any schemas, as programs that serve tools handle it. `defineTool` returns it. */
export interface Tool extends ToolTerms {
  request: z.ZodObject;
  response: z.ZodObject;
  file?: FileField;
  binary?: BinaryField;
  units?: (request: never) => number;
  execution?: "inline" | { pool: ToolPool };
  run(request: never, context: RunContext): unknown;
}
