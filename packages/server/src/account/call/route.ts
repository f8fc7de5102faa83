import { type ErrorCode, type Plans, ToolsError } from "@tools-api/core";
import { requireActive } from "@tools-api/core/accounts";
import { digestForm, digestKeyedRequest, RepeatedRequest } from "@tools-api/core/internal";
import { type Camelized, inSnakeCase, toWire, validate } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { requestSource, withSource } from "../../session/request-source.ts";
import type { ApiContext } from "../../http/context.ts";
import { refuseStrayCredentials } from "../../http/credential.ts";
import { readOptionalJsonObject } from "../../http/json-body.ts";
import { readFields } from "../../http/parameters.ts";
import { readQuery } from "../../http/query.ts";
import { respondBytes } from "../../http/respond.ts";
import type { RouteExample } from "../../http/operation-example.ts";
import { fieldsFromText } from "../../http/text-fields.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";
import { type Caller, resolveCaller } from "./caller.ts";

/** A management call with validated input. */
export interface ManagementCall<Query = unknown, Body = unknown> {
  c: ApiContext;
  services: AccountServices;
  caller: Caller;
  /** The id in the path; empty if the path has none. */
  id: string;
  /** The second id in the path, such as that of a delivery; empty if the path has none. */
  item: string;
  query: Query;
  body: Body;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey: string | undefined;
  /** Marks the response as that of an earlier request. */
  onRepeat: () => void;
  /**
   * Returns the digest of a request with an `Idempotency-Key`, or of a form with a hidden one, so that it is answered
   * once.
   *
   * @param form - The content of the form.
   */
  digest(form: unknown): ReturnType<typeof digestForm>;
  /** Epoch milliseconds. */
  now: number;
}

/** The input of a call before validation. Absent fields count as empty. */
export interface ManagementInput {
  id?: string;
  item?: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  idempotencyKey?: string | undefined;
  /** The idempotency key in a hidden field of a form. */
  formKey?: string | undefined;
}

/** The description of a call, for its implementation and for the OpenAPI document. */
export interface ManagementText {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path in OpenAPI notation: `/account/keys/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** Errors in addition to those of every call. */
  errors?: readonly ErrorCode[];
  /** True if requests with the same Idempotency-Key run only once. */
  idempotent?: true;
  /** True if the call accepts only a session, and no bearer credential with any scopes. */
  sessionOnly?: true;
  /** True if the owner can make the call while the account is suspended. */
  whileSuspended?: true;
  /** True if the call needs no credential. */
  isOpen?: true;
  /** Media types of the response in addition to JSON. */
  otherTypes?: readonly string[];
  status: 200 | 201 | 204;
  example: RouteExample;
}

/** The terms on which the schema of a body depends. */
export interface BodyTerms {
  /** Epoch milliseconds: some fields must be in the future. */
  now: number;
  scopes: ScopeCatalog;
  plans: Plans;
}

/** Returns the caller of a request, or throws. */
export type ResolveCaller = (c: ApiContext, services: AccountServices) => Promise<Caller>;

/** A management call. To add one, add a row to a table. */
export interface ManagementRoute<Answer extends z.ZodType = z.ZodType> extends ManagementText {
  scope: string;
  query: z.ZodObject | undefined;
  /** Returns the schema of the body. */
  body: ((terms: BodyTerms) => z.ZodObject) | undefined;
  /** The schema of the response body; absent for 204. */
  answer: Answer | undefined;
  /** Handles an HTTP request. */
  run(c: ApiContext, services: AccountServices): Promise<Response>;
  /** Handles an HTTP request of a caller that `resolve` returns. */
  runAs(c: ApiContext, services: AccountServices, resolve: ResolveCaller): Promise<Response>;
  /**
   * Runs the call for a caller that is already resolved. The pages read and write through this function, so they show
   * only data that a script can also get.
   *
   * @throws ToolsError with the error that the call returns over HTTP.
   */
  perform(
    c: ApiContext,
    services: AccountServices,
    caller: Caller,
    input?: ManagementInput,
  ): Promise<Camelized<z.output<Answer>>>;
}

/** The result of a call: the response body in the form of programs, nothing for 204, or a finished response. */
type Handled<Answer extends z.ZodType> = Answer extends z.ZodUndefined
  ? void
  : Camelized<z.output<Answer>> | Response;

const nothing = z.strictObject({});

// The largest bodies contain the redirect URIs of a client: twenty with 2,000 characters each.
const maxBodyBytes = 65_536;

/** Returns the JSON object of the body. An absent body counts as an empty object. */
async function readBody(c: ApiContext): Promise<Record<string, unknown>> {
  const body = await readOptionalJsonObject(c, maxBodyBytes);
  refuseStrayCredentials(c, body);
  return body;
}

/** Returns a call with validated input. */
function createCall<Query extends z.ZodObject, Body extends z.ZodObject>(
  { c, services, caller, now }: Pick<ManagementCall, "c" | "services" | "caller" | "now">,
  {
    id = "",
    item = "",
    query: sentQuery = {},
    body: sentBody = {},
    idempotencyKey,
    formKey,
  }: ManagementInput,
  { operationId, query, body }: { operationId: string; query?: Query; body?: (terms: BodyTerms) => Body },
): ManagementCall<z.output<Query>, z.output<Body>> {
  const account = caller.account.id;
  const credential = caller.session?.id ?? caller.credential?.id;
  const by = requestSource(c, services, caller.operator ?? { kind: "owner", account, credential });
  // A call without a schema has the empty one, which matches its type.
  const valid = {
    query: validate(query ?? nothing, sentQuery) as z.output<Query>,
    body: validate(body?.({ ...services, now }) ?? nothing, sentBody) as z.output<Body>,
  };
  return {
    c,
    services: withSource(services, by),
    caller,
    id,
    item,
    ...valid,
    idempotencyKey,
    onRepeat: () => c.header("Idempotency-Replayed", "true"),
    digest: (form) =>
      idempotencyKey === undefined
        ? digestForm({ account, key: formKey, request: form })
        : digestKeyedRequest({ account, key: idempotencyKey, request: [operationId, id, valid.body] }),
    now,
  };
}

/** Creates a management call whose handler receives the types of its schemas. */
export function managementRoute<
  Query extends z.ZodObject = typeof nothing,
  Body extends z.ZodObject = typeof nothing,
  Answer extends z.ZodType = z.ZodUndefined,
>({
  query,
  body,
  answer,
  handle,
  repeat,
  ...text
}: ManagementText & {
  query?: Query;
  body?: (terms: BodyTerms) => Body;
  answer?: Answer;
  handle: (call: ManagementCall<z.output<Query>, z.output<Body>>) => Promise<Handled<Answer>>;
  /** Answers a request that was answered before, from the id in `RepeatedRequest`. */
  repeat?: (call: ManagementCall<z.output<Query>, z.output<Body>>, id: string) => Promise<Handled<Answer>>;
}): ManagementRoute<Answer> {
  const scope = text.method === "GET" ? "account:read" : "account:write";
  const querySchema = query ?? nothing;
  const { operationId } = text;
  const schemas = { operationId, ...(query && { query }), ...(body && { body }) };

  async function answerTo(
    c: ApiContext,
    services: AccountServices,
    caller: Caller,
    read: () => Promise<ManagementInput>,
  ): Promise<Handled<Answer>> {
    const origin = { c, services, caller, now: services.clock.now() };
    const call = createCall<Query, Body>(origin, await read(), schemas);
    return handle(call).catch((error: unknown) => {
      // Pages redirect to the object that the first form created.
      if (!repeat || call.idempotencyKey === undefined || !(error instanceof RepeatedRequest))
        throw inSnakeCase(error);
      call.onRepeat();
      return repeat(call, String(error.answer));
    });
  }

  const route: ManagementRoute<Answer> = {
    ...text,
    scope,
    query,
    body,
    answer,
    run: (c, services) => {
      const resolveOwner = async () => {
        const caller = await resolveCaller(c, services, scope);
        if (!text.whileSuspended) requireActive(caller.account);
        return caller;
      };
      return route.runAs(c, services, resolveOwner);
    },
    async runAs(c, services, resolve) {
      const caller = await resolve(c, services);
      const found = await answerTo(c, services, caller, async () => ({
        id: c.req.param("id") ?? "",
        item: c.req.param("delivery") ?? c.req.param("event") ?? "",
        ...(text.method === "GET"
          ? { query: await readFields(c, querySchema) }
          : { query: fieldsFromText(querySchema, readQuery(c)), body: await readBody(c) }),
        idempotencyKey: c.req.header("Idempotency-Key"),
      }));
      if (text.status === 204) return c.body(null, 204);
      if (found instanceof Response) return found;
      const json = JSON.stringify(answer && toWire(answer, found));
      return respondBytes(c, json, "application/json", { status: text.status });
    },
    async perform(c, services, caller, input = {}) {
      // No page makes a call that returns a finished response, such as the export.
      return answerTo(c, services, caller, () => Promise.resolve(input)) as Promise<
        Camelized<z.output<Answer>>
      >;
    },
  };
  return route;
}

/** Creates a call that needs no credential, and whose response has no body. */
export function openRoute<Body extends z.ZodObject>({
  body,
  handle,
  ...text
}: ManagementText & {
  body: (terms: BodyTerms) => Body;
  handle: (call: {
    c: ApiContext;
    services: AccountServices;
    body: z.output<Body>;
    now: number;
  }) => Promise<void>;
}): ManagementRoute<z.ZodUndefined> {
  return {
    ...text,
    isOpen: true,
    scope: "",
    query: undefined,
    body,
    answer: undefined,
    async run(c, services) {
      const now = services.clock.now();
      validate(nothing, fieldsFromText(nothing, readQuery(c)));
      const fields = validate(body({ ...services, now }), await readBody(c));
      await handle({ c, services, body: fields, now }).catch((error: unknown) => {
        throw inSnakeCase(error);
      });
      return c.body(null, 204);
    },
    runAs: () => Promise.reject(new Error(`${text.operationId} has no caller.`)),
    perform: () => Promise.reject(new Error(`No page calls ${text.operationId}.`)),
  };
}

/**
 * Returns the error for an object that does not exist or belongs to another account. Attack: the caller must not be
 * able to tell these apart.
 */
export function notFound(kind: string, id: string): ToolsError {
  return new ToolsError("not_found", `There is no ${kind} ${id}.`);
}
