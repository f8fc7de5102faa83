import { type ErrorCode, errorCodes } from "@tools-api/core";
import { nameSchemas } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import { problemKinds } from "../http/problem.ts";
import { type Components, componentName } from "./components.ts";
import { errorHeaders, headerReferences, type Headers, meteredHeaders } from "./headers.ts";
import type { Json } from "./schema.ts";

/** The body of every error. */
export const Problem = z.object({
  type: z.string().describe("A URI reference that identifies the problem type."),
  title: z.string().describe("The kind of the problem in a few words."),
  status: z.int().describe("The HTTP status of the response."),
  code: z
    .enum(Object.keys(errorCodes))
    .describe("The kind of the problem, for programs. It stays the same across releases: branch on it."),
  message: z
    .string()
    .describe("The parameter, what was expected and what was received, in a sentence for people."),
  detail: z.string().describe("The same sentence as `message`, under the name of RFC 9457."),
  instance: z.string().describe("The path of the request."),
  request_id: z.string().describe("The id of the request in the server's log, for the support."),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe("The parameter as a JSON Pointer, such as `#/quality`."),
        detail: z.string().describe("The expected and the received value."),
      }),
    )
    .optional()
    .describe(
      "One entry for each of the first 20 invalid parameters, on 400 and 422. `message` ends with the number of " +
        "further ones.",
    ),
  "violated-policies": z
    .array(z.string())
    .optional()
    .describe(
      "The names of the violated policies, as in RateLimit-Policy, on 429. On 503 `overloaded`: `capacity`.",
    ),
});

nameSchemas({ Problem, ParameterError: Problem.shape.errors.unwrap().element });

/** The errors of every call that needs a credential. */
export const errorsOfCalls = [
  "invalid_request",
  "missing_credentials",
  "invalid_credentials",
  "insufficient_scope",
  "account_suspended",
  "address_not_allowed",
  "method_not_allowed",
  "invalid_parameter",
  "too_many_attempts",
  "internal_error",
  "storage_unavailable",
] as const satisfies readonly ErrorCode[];

/** Returns the errors of a tool's calls that follow from its definition. */
export function errorsOfTool({ binary, execution = "inline", errors = [] }: Tool): ErrorCode[] {
  return [
    ...(binary ? ["not_acceptable" as const] : []),
    ...(execution === "inline" ? [] : ["processing_limit" as const]),
    ...errors,
  ];
}

/** The errors of every call that reads parameters or a body. */
export const errorsOfParameters = [
  "invalid_json",
  "payload_too_large",
  "unsupported_media_type",
] as const satisfies readonly ErrorCode[];

/**
 * Adds the responses of error codes to the components. Returns references to them, by status.
 *
 * @param headers Those of every response.
 */
export function problemResponses(
  components: Components,
  codes: readonly ErrorCode[],
  headers: Headers,
): Record<string, Json> {
  const prefix = headers === meteredHeaders ? "Metered" : "";
  const statuses = [...new Set(codes.map((code) => problemKinds[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const all = [...new Set(codes)].filter((code) => problemKinds[code].status === status).toSorted();
      const response = {
        description: all.map((code) => `\`${code}\`: ${errorCodes[code]}`).join(" "),
        headers: headerReferences(components, { ...headers, ...errorHeaders[status] }),
        content: {
          "application/problem+json": { schema: components.schema("Problem", Problem, "output") },
        },
      };
      const name = prefix + all.map(componentName).join("Or");
      return [String(status), components.add("responses", name, response)];
    }),
  );
}
