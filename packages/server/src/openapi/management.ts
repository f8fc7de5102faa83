import type { ErrorCode } from "@tools-api/core";
import { operatorScope } from "@tools-api/core/accounts";
import { managementRoutes } from "../operator/management-routes.ts";
import type { ManagementRoute } from "../account/call/route.ts";
import type { Services } from "../http/context.ts";
import { exampleOn } from "../http/operation-example.ts";
import { requestIdHeader } from "./headers.ts";
import type { Operation } from "./operations.ts";
import { errorsOfCalls, errorsOfParameters } from "./problems.ts";
import type { Json } from "./schema.ts";
import { managementSecurity, operatorSecurity, sessionSecurity } from "./security.ts";

type DocumentedServices = Pick<Services, "served" | "scopes" | "endpoints" | "plans">;

const keyedRequest = {
  component: "IdempotencyKey",
  effect:
    "The server executes a request once per key. For 24 hours, the same request with the same key gets the first response " +
    "again, or the object without its secret.",
  example: "retry-2026-11-21-1",
};

const errorsOfOpenCalls = [
  "invalid_request",
  "method_not_allowed",
  "invalid_parameter",
  "internal_error",
  "storage_unavailable",
] as const satisfies readonly ErrorCode[];

function security({ isOpen, sessionOnly, scope }: ManagementRoute, { served }: DocumentedServices): Json[] {
  if (isOpen) return [];
  if (sessionOnly) return sessionSecurity;
  return scope === operatorScope ? operatorSecurity : managementSecurity(scope, served);
}

/** Returns the operations under `/account` and `/operator`. */
export function managementOperations(services: DocumentedServices): Operation[] {
  return managementRoutes.map((route): Operation => {
    const { operationId, method, path, summary, description, query, answer, otherTypes = [], status } = route;
    // The schema does not depend on the current time.
    const schema = route.body?.({ ...services, now: 0 });
    return {
      operationId,
      method,
      path,
      summary,
      description,
      security: security(route, services),
      errors: [
        ...(route.isOpen ? errorsOfOpenCalls : [...errorsOfCalls, "cross_origin_request" as const]),
        ...errorsOfParameters,
        ...(route.errors ?? []),
      ],
      headers: requestIdHeader,
      ...(query && { query }),
      ...(route.idempotent && { key: keyedRequest }),
      ...(schema && { body: { schema, isRequired: !schema.safeParse({}).success } }),
      status,
      ...(answer && { answer }),
      answerText: answer ? "The call succeeded." : "The call succeeded. The response has no body.",
      otherAnswers: Object.fromEntries(otherTypes.map((type) => [type, { schema: { type: "string" } }])),
      example: exampleOn(services, route.example),
    };
  });
}
