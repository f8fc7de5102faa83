import { type ErrorCode, type Scope, ToolsError, validate } from "@tools-api/core";
import { z } from "zod";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { refuseStrayCredentials } from "../http/credential.ts";
import { readOptionalJsonObject } from "../http/json-body.ts";
import { readFields } from "../http/parameters.ts";
import { readQuery } from "../http/query.ts";
import { respondBytes } from "../http/respond.ts";
import { fieldsFromText } from "../http/text-fields.ts";
import { type Caller, resolveCaller } from "./caller.ts";

/** A call, with all that came with it validated. */
export interface ManagementCall<Query = unknown, Body = unknown> {
  c: ApiContext;
  services: AccountServices;
  caller: Caller;
  /** The id in the path; empty where the path has none. */
  id: string;
  query: Query;
  body: Body;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey: string | undefined;
  /** The hidden key of a form that asks for it. */
  formKey: string | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** What comes with a call, not validated yet; what is absent is empty. */
export interface ManagementInput {
  id?: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  idempotencyKey?: string | undefined;
  formKey?: string | undefined;
}

/** What a call is, for those who make it and for the document that describes it. */
export interface ManagementText {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As OpenAPI writes it: `/account/keys/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  /** Beside those that every call can end in. */
  errors?: readonly ErrorCode[];
  /** A repeated request with the same Idempotency-Key is one. */
  idempotent?: true;
  /** Whether it answers a session alone, and no bearer credential whatever its scopes. */
  sessionOnly?: true;
  /** Media types of the response in addition to JSON. */
  otherTypes?: readonly string[];
  status: 200 | 201 | 204;
}

/** A management call: adding one is adding a row. */
export interface ManagementRoute<Answer extends z.ZodType = z.ZodType> extends ManagementText {
  scope: Scope;
  query: z.ZodObject | undefined;
  /** Of the body at an instant, since some instants have to lie ahead. */
  body: ((now: number) => z.ZodObject) | undefined;
  /** The body of the answer; absent for 204. */
  answer: Answer | undefined;
  /** Answers a request over HTTP. */
  run(c: ApiContext, services: AccountServices): Promise<Response>;
  /**
   * Does what the call does for a caller who is known already: what the pages read and change, so that they show
   * nothing that a script would not be answered.
   *
   * @throws ToolsError as the call over HTTP answers.
   */
  perform(
    c: ApiContext,
    services: AccountServices,
    caller: Caller,
    input?: ManagementInput,
  ): Promise<z.output<Answer>>;
}

const encoder = new TextEncoder();
const nothing = z.strictObject({});

// The largest are a client's redirect URIs, twenty of 2,000 characters.
const largestBody = 65_536;

/** Returns the JSON object of the body. An absent body counts as an empty object. */
async function readBody(c: ApiContext): Promise<Record<string, unknown>> {
  const body = await readOptionalJsonObject(c, largestBody);
  refuseStrayCredentials(c, body);
  return body;
}

/** A row of the table, whose handler gets what its schemas type. */
export function managementRoute<
  Query extends z.ZodObject = typeof nothing,
  Body extends z.ZodObject = typeof nothing,
  Answer extends z.ZodType = z.ZodUndefined,
>({
  query,
  body,
  answer,
  handle,
  ...text
}: ManagementText & {
  query?: Query;
  body?: (now: number) => Body;
  answer?: Answer;
  handle: (call: ManagementCall<z.output<Query>, z.output<Body>>) => Promise<unknown>;
}): ManagementRoute<Answer> {
  const scope = text.method === "GET" ? "account:read" : "account:write";
  const querySchema = query ?? nothing;

  async function answerTo(
    c: ApiContext,
    services: AccountServices,
    caller: Caller,
    read: () => Promise<ManagementInput>,
  ): Promise<unknown> {
    const now = services.clock.now();
    const { id = "", query: sentQuery = {}, body: sentBody = {}, idempotencyKey, formKey } = await read();
    return handle({
      c,
      services,
      caller,
      id,
      // Without a schema of its own a call has the empty one, which is what its type says then.
      query: validate(querySchema, sentQuery) as z.output<Query>,
      body: validate(body?.(now) ?? nothing, sentBody) as z.output<Body>,
      idempotencyKey,
      formKey,
      now,
    });
  }

  return {
    ...text,
    scope,
    query,
    body,
    answer,
    async run(c, services) {
      const caller = await resolveCaller(c, services, scope);
      const found = await answerTo(c, services, caller, async () => ({
        id: c.req.param("id") ?? "",
        ...(text.method === "GET"
          ? { query: await readFields(c, querySchema) }
          : { query: fieldsFromText(querySchema, readQuery(c)), body: await readBody(c) }),
        idempotencyKey: c.req.header("Idempotency-Key"),
      }));
      if (text.status === 204) return c.body(null, 204);
      if (found instanceof Response) return found;
      return respondBytes(c, encoder.encode(JSON.stringify(found)), "application/json", text.status);
    },
    async perform(c, services, caller, input = {}) {
      const found = await answerTo(c, services, caller, () => Promise.resolve(input));
      // A call without an answer has the schema of nothing, which is what its type says then.
      return (answer ? answer.parse(found) : undefined) as z.output<Answer>;
    },
  };
}

/** @returns The error for what is not there, and for what is somebody else's: nobody may tell them apart. */
export function notFound(kind: string, id: string): ToolsError {
  return new ToolsError("not_found", `There is no ${kind} ${id}.`);
}
