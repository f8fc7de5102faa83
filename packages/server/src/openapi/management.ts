import type { ErrorCode } from "@tools-api/core";
import { operatorScope } from "@tools-api/core/internal";
import { managementRoutes } from "../operator/management-routes.ts";
import type { ManagementRoute } from "../account/call/route.ts";
import { operationExample } from "./examples.ts";
import { type Components, componentName, jsonContent, sharedParameters } from "./components.ts";
import { headerReferences, replayedHeader, requestIdHeader } from "./headers.ts";
import { errorsOfCalls, errorsOfParameters, problemResponses } from "./problems.ts";
import { exampleMember, type Json } from "./schema.ts";
import { managementSecurity, operatorSecurity, sessionSecurity } from "./security.ts";
import type { Services } from "../http/context.ts";
import { tagName } from "./tags.ts";

const idempotencyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters without a space. The server executes a request once per key. For 24 hours, " +
    "the same request with the same key gets the first response again, or the object without its secret.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "retry-2026-11-21-1",
};

type DocumentedServices = Pick<Services, "served" | "scopes" | "endpoints" | "plans">;

function parameters(
  components: Components,
  { operationId, path, query, idempotent }: ManagementRoute,
  services: DocumentedServices,
): Json[] {
  const { parameters: examples = {} } = operationExample(operationId, services);
  // The path of an object is that of its list with the id.
  const ids = [...path.matchAll(/\/([-a-z]+?)(ies|s)\/\{(\w+)\}/g)].map(
    ([, stem = "", plural, name = ""]) => {
      const kind = plural === "ies" ? `${stem}y` : stem;
      return components.add("parameters", `${componentName(kind)}Id`, {
        name,
        in: "path",
        required: true,
        description: `The id of the ${kind.replaceAll("-", " ")}.`,
        schema: { type: "string" },
        ...exampleMember(examples[name]),
      });
    },
  );
  return [
    ...ids,
    ...(query ? sharedParameters(components, query, examples) : []),
    ...(idempotent ? [components.add("parameters", "IdempotencyKey", idempotencyParameter)] : []),
  ];
}

function requestBody(
  components: Components,
  { body, operationId }: ManagementRoute,
  services: DocumentedServices,
): Json {
  if (!body) return {};
  // The schema does not depend on the current time.
  const schema = body({ ...services, now: 0 });
  const required = !schema.safeParse({}).success;
  const name = `${componentName(operationId)}Request`;
  const example = operationExample(operationId, services).body;
  return { requestBody: { required, content: jsonContent({ components, name, schema, example }, "input") } };
}

function successContent(
  components: Components,
  { operationId, answer, otherTypes = [] }: ManagementRoute,
  services: DocumentedServices,
): Json {
  if (!answer) return {};
  const example = operationExample(operationId, services).answer;
  return {
    content: {
      ...jsonContent({ components, name: componentName(operationId), schema: answer, example }, "output"),
      ...Object.fromEntries(otherTypes.map((type) => [type, { schema: { type: "string" } }])),
    },
  };
}

function operation(components: Components, route: ManagementRoute, services: DocumentedServices): Json {
  const { operationId, summary, description, path, status, answer, scope, errors = [] } = route;
  const errorsOfAll: readonly ErrorCode[] = route.isOpen
    ? ["invalid_request", "method_not_allowed", "invalid_parameter", "internal_error", "storage_unavailable"]
    : [...errorsOfCalls, "cross_origin_request"];
  const codes: ErrorCode[] = [...errorsOfAll, ...errorsOfParameters, ...errors];
  const all = parameters(components, route, services);
  return {
    operationId,
    tags: [tagName(path)],
    summary,
    description,
    security: route.isOpen
      ? []
      : route.sessionOnly
        ? sessionSecurity
        : scope === operatorScope
          ? operatorSecurity
          : managementSecurity(scope, services.served),
    ...(all.length > 0 && { parameters: all }),
    ...requestBody(components, route, services),
    responses: {
      [status]: {
        description: answer ? "The call succeeded." : "The call succeeded. The response has no body.",
        headers: headerReferences(components, {
          ...requestIdHeader,
          ...(route.idempotent && replayedHeader),
        }),
        ...successContent(components, route, services),
      },
      ...problemResponses(components, codes, requestIdHeader),
    },
  };
}

/** Returns the paths under `/account` and `/operator`. */
export function managementPaths(components: Components, services: DocumentedServices): Json {
  const paths: Record<string, Json> = {};
  for (const route of managementRoutes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(components, route, services),
    };
  return paths;
}
