import { type ErrorCode, type Scope, ToolsError, validate } from "@tools-api/core";
import { z } from "zod";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { readJsonObject } from "../http/body.ts";
import { refuseStrayCredentials } from "../http/credential.ts";
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
  /** Epoch milliseconds. */
  now: number;
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
  /** What the answer may be beside JSON. */
  otherTypes?: readonly string[];
  status: 200 | 201 | 204;
  /** The body of the answer; absent for 204. */
  answer?: z.ZodType;
}

/** A management call: adding one is adding a row. */
export interface ManagementRoute extends ManagementText {
  scope: Scope;
  query: z.ZodObject | undefined;
  /** Of the body at an instant, since some instants have to lie ahead. */
  body: ((now: number) => z.ZodObject) | undefined;
  run(c: ApiContext, services: AccountServices): Promise<Response>;
}

const encoder = new TextEncoder();
const nothing = z.strictObject({});

// The largest are a client's redirect URIs, twenty of 2,000 characters.
const largestBody = 65_536;

/** The JSON object of the body. A body that may be left out whole counts as an empty object then. */
async function readBody(c: ApiContext): Promise<Record<string, unknown>> {
  const isAbsent =
    c.req.header("Content-Type") === undefined && !(Number(c.req.header("Content-Length")) > 0);
  const body = isAbsent ? {} : await readJsonObject(c, largestBody);
  refuseStrayCredentials(c, body);
  return body;
}

/** A row of the table, whose handler gets what its schemas type. */
export function managementRoute<
  Query extends z.ZodObject = typeof nothing,
  Body extends z.ZodObject = typeof nothing,
>({
  query,
  body,
  handle,
  ...text
}: ManagementText & {
  query?: Query;
  body?: (now: number) => Body;
  handle: (call: ManagementCall<z.output<Query>, z.output<Body>>) => Promise<unknown>;
}): ManagementRoute {
  const scope = text.method === "GET" ? "account:read" : "account:write";
  const querySchema = query ?? nothing;
  return {
    ...text,
    scope,
    query,
    body,
    async run(c, services) {
      const caller = await resolveCaller(c, services, scope);
      const now = services.clock.now();
      const answer = await handle({
        c,
        services,
        caller,
        id: c.req.param("id") ?? "",
        // Without a schema of its own a call has the empty one, which is what its type says then.
        query: validate(querySchema, fieldsFromText(querySchema, readQuery(c))) as z.output<Query>,
        body: (body ? validate(body(now), await readBody(c)) : {}) as z.output<Body>,
        now,
      });
      if (text.status === 204) return c.body(null, 204);
      if (answer instanceof Response) return answer;
      return respondBytes(c, encoder.encode(JSON.stringify(answer)), "application/json", text.status);
    },
  };
}

/** @returns The error for what is not there, and for what is somebody else's: nobody may tell them apart. */
export function notFound(kind: string, id: string): ToolsError {
  return new ToolsError("not_found", `There is no ${kind} ${id}.`);
}
