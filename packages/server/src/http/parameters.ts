import { ToolsError } from "@tools-api/core";
import { describeValue, invalidParameters, readMembers, validate } from "@tools-api/core/internal/schema";
import type { z } from "zod";
import type { CallContext } from "./call-context.ts";
import { refuseStrayCredentials } from "./credential.ts";
import { givenBody } from "./given-body.ts";
import { readJsonObject } from "./json-body.ts";
import { incomingGet } from "./node-body.ts";
import { readQuery } from "./query.ts";
import { fieldsFromText } from "./text-fields.ts";

const maxBodyBytes = 65_536;

function isAnnounced(length: string | undefined, coding: string | undefined): boolean {
  return coding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Returns whether the header of a request announces a body (RFC 9112 §6.3). */
function announcesBody(c: CallContext): boolean {
  if (givenBody(c.req.raw)) return true;
  const incoming = incomingGet(c);
  // Node's own header object already exists, while a lookup through `Request` scans all fields.
  if (incoming) return isAnnounced(incoming.headers["content-length"], incoming.headers["transfer-encoding"]);
  return isAnnounced(c.req.header("Content-Length"), c.req.header("Transfer-Encoding"));
}

async function readBody(c: CallContext): Promise<Record<string, unknown>> {
  if (!incomingGet(c) && !c.req.raw.body && !givenBody(c.req.raw))
    throw new ToolsError(
      "invalid_request",
      `body: expected the parameters in the query, because this server cannot read the body of a ${c.req.method} request`,
    );
  const body = await readJsonObject(c, maxBodyBytes);
  refuseStrayCredentials(c, body);
  return body;
}

/**
 * Refuses parameters that have different values in the query and in the body.
 *
 * @throws ToolsError `invalid_parameter` for each of them.
 */
function refuseDifferences(query: Record<string, unknown>, body: Record<string, unknown>): void {
  const differing = Object.keys(body).filter(
    (name) => Object.hasOwn(query, name) && query[name] !== body[name],
  );
  if (differing.length === 0) return;
  throw invalidParameters(
    differing.map((name) => ({
      name,
      detail: `expected the same value in the query and in the body, received ${describeValue(query[name])} and ${describeValue(body[name])}`,
    })),
  );
}

/**
 * Returns the parameters of a GET request before validation. They are in the query, in a JSON object in the body, or in
 * both.
 *
 * @throws ToolsError `invalid_request` for a body that the runtime does not expose; `invalid_json`, `payload_too_large`
 * and `unsupported_media_type` for a body other than a JSON object of at most 64 kB; `invalid_parameter` for a parameter
 * with different values in the two places.
 */
export async function readFields(c: CallContext, schema: z.ZodObject): Promise<Record<string, unknown>> {
  const query = fieldsFromText(schema, readQuery(c));
  if (!announcesBody(c)) return query;
  const body = await readBody(c);
  // Two spellings of a value are equal, and an optional member that is `null` is absent.
  const [inQuery, inBody] = [readMembers(schema, query), readMembers(schema, body)];
  refuseDifferences(inQuery, inBody);
  return { ...inQuery, ...inBody };
}

// Most calls have no parameters, and validation takes longer than the rest of reading them.
const defaults = new WeakMap<z.ZodObject, object>();

function readDefaults<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const known = defaults.get(schema) ?? Object.freeze(validate(schema, {}));
  defaults.set(schema, known);
  // An entry is the output of its schema.
  return known as z.output<Schema>;
}

/**
 * Returns the validated parameters of a GET request.
 *
 * @throws ToolsError `invalid_parameter`, and the errors of {@link readFields}.
 */
export async function readParameters<Schema extends z.ZodObject>(
  c: CallContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!c.req.url.includes("?") && !announcesBody(c)) return readDefaults(schema);
  return validate(schema, await readFields(c, schema));
}
