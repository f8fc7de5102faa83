import type { ErrorCode } from "@tools-api/core";
import { managementRoutes } from "../account/management/management.ts";
import type { ManagementRoute } from "../account/management/route.ts";
import { operationExample } from "./examples.ts";
import { requestIdHeader } from "./headers.ts";
import { errorsOfCalls, errorsOfParameters, problemResponses } from "./problems.ts";
import { exampleMember, type Json, jsonContent, queryParameters } from "./schema.ts";
import { managementSecurity, sessionSecurity } from "./security.ts";
import type { ServedPart } from "../api/context.ts";
import { tagName } from "./tags.ts";

const idempotencyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters without a space. The server executes a request once per key. For 24 hours, " +
    "the same request with the same key gets the first response again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const idParameter: Json = { name: "id", in: "path", required: true, schema: { type: "string" } };

function requestBody({ body, operationId }: ManagementRoute): Json {
  if (!body) return {};
  // The schema does not depend on the current time.
  const schema = body(0);
  const required = !schema.safeParse({}).success;
  return {
    requestBody: { required, content: jsonContent(schema, "input", operationExample(operationId).body) },
  };
}

function operation(route: ManagementRoute, served: readonly ServedPart[]): Json {
  const { operationId, summary, description, path, query, status, answer, scope, errors = [] } = route;
  const example = operationExample(operationId);
  const { parameters: examples = {} } = example;
  const parameters = [
    ...(path.includes("{id}") ? [{ ...idParameter, ...exampleMember(examples["id"]) }] : []),
    ...(query ? queryParameters(query, { examples }) : []),
    ...(route.idempotent ? [{ ...idempotencyParameter, ...exampleMember(examples["Idempotency-Key"]) }] : []),
  ];
  const codes: ErrorCode[] = [...errorsOfCalls, "cross_origin_request", ...errorsOfParameters, ...errors];
  return {
    operationId,
    tags: [tagName(path)],
    summary,
    ...(description && { description }),
    security: route.sessionOnly ? sessionSecurity : managementSecurity(scope, served),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(route),
    responses: {
      [status]: {
        description: answer ? "The call succeeded." : "The call succeeded. The response has no body.",
        headers: requestIdHeader,
        ...(answer && {
          content: {
            ...jsonContent(answer, "output", example.answer),
            ...Object.fromEntries((route.otherTypes ?? []).map((type) => [type, {}])),
          },
        }),
      },
      ...problemResponses(codes, requestIdHeader),
    },
  };
}

/** Returns the paths under `/account`. */
export function managementPaths(served: readonly ServedPart[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of managementRoutes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, served) };
  return paths;
}
