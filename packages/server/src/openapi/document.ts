import { version } from "../version.ts";
import type { Services } from "../http/context.ts";
import { codeSamples, type SampledOperation } from "./code-samples.ts";
import { type Components, createComponents } from "./components.ts";
import { endpointOperations } from "./endpoints.ts";
import { fileOperations } from "./files.ts";
import { managementOperations } from "./management.ts";
import { oauthPaths } from "./oauth.ts";
import { operationPaths } from "./operations.ts";
import { probePaths } from "./probes.ts";
import type { Json } from "./schema.ts";
import { securitySchemes, sessionCookie } from "./security.ts";
import { tagDescriptions } from "./tags.ts";

/** Returns paths with code samples of each operation, and a mark of the deprecated ones. */
function withSamples(
  paths: Json,
  components: Components,
  { publicUrl, deprecations }: Pick<Services, "publicUrl" | "deprecations">,
): Json {
  const server = { publicUrl, cookie: sessionCookie(publicUrl) };
  // Paths consist of operations by method. The samples read only the parameters by reference.
  const items = Object.entries(paths as Record<string, Record<string, SampledOperation>>);
  return Object.fromEntries(
    items.map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const parameters = (operation.parameters ?? []).map(components.resolve);
          const sampled = { ...operation, parameters } as SampledOperation;
          const samples = codeSamples({ method: method.toUpperCase(), path, operation: sampled }, server);
          const deprecated = deprecations.has(path) && { deprecated: true };
          return [method, { ...operation, ...deprecated, "x-codeSamples": samples }];
        }),
      ),
    ]),
  );
}

/** The rules that apply to all calls, one per sentence. */
export const conventions: readonly string[] = [
  "JSON is snake_case in UTF-8.",
  "Times are RFC 3339 in UTC.",
  "A JSON body has at most 32 levels and 1,000 members, unless a tool states another number.",
  "If several members have the same name, the last one counts.",
  "A query or form has at most 1,000 fields, and each name occurs once.",
  "A choice among names can have any letter case.",
  "`null` for an optional member of a JSON body means that it is absent, unless the schema gives `null` a meaning.",
  "A boolean in a query or form is `true`, `false`, `1` or `0`.",
  "Every call to an endpoint under /v1 counts 1 against the day in which it is admitted.",
  "It also counts against the limits per minute, per second and per key that apply.",
  "All limits admit a call, or none of them counts it.",
  "Responses with 401, 403, 404, 405, 429 or 5xx do not count, and neither does OPTIONS.",
  "Calls under /account never count.",
  "In a browser, pages of other origins can call /v1 and read this document if the operator allows their origin.",
];

type DocumentedServices = Pick<
  Services,
  "publicUrl" | "served" | "metrics" | "scopes" | "tools" | "endpoints" | "plans" | "deprecations" | "brand"
> &
  Partial<Pick<Services, "files">>;

const documents = new WeakMap<DocumentedServices, Json>();

/**
 * Returns the OpenAPI 3.1 document of this server from the schemas that validate requests. Creates it once, because
 * `/openapi.json` and the reference both need it.
 */
export function openApiDocument(services: DocumentedServices): Json {
  const known = documents.get(services);
  if (known) return known;
  const document = createDocument(services);
  documents.set(services, document);
  return document;
}

function createDocument(services: DocumentedServices): Json {
  const { publicUrl, served, metrics, tools } = services;
  const components = createComponents();
  const paths = {
    ...operationPaths(components, [
      ...endpointOperations(services),
      ...fileOperations(services),
      ...(served.includes("management") ? managementOperations(services) : []),
    ]),
    ...(served.includes("oauth") && oauthPaths(components, services)),
    ...probePaths(components, { hasMetrics: metrics !== undefined }),
  };
  return {
    openapi: "3.1.1",
    info: {
      title: services.brand.name,
      version,
      description: [...tools.map(({ tool }) => `${tool.consent}.`), ...conventions].join(" "),
      contact: { name: "The operator of this server", ...(publicUrl !== "" && { url: publicUrl }) },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl === "" ? "/" : publicUrl }],
    security: [{ bearer: [] }],
    tags: tagDescriptions(Object.keys(paths)),
    paths: withSamples(paths, components, services),
    components: {
      securitySchemes: securitySchemes(services),
      ...components.all(),
    },
  };
}
