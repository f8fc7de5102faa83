import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  security?: Record<string, string[]>[];
  responses: Record<
    string,
    { headers: Record<string, unknown>; content?: Record<string, { schema?: object }> }
  >;
}

/** The fields of the served document that tests read. */
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: { Problem: object };
    securitySchemes: Record<string, { type: string; name?: string; flows?: Record<string, object> }>;
  };
}

/** Reads a served document, with every reference replaced by its target. */
export async function readDocument<Document = OpenApiDocument>(response: Response): Promise<Document> {
  const specification = (await response.json()) as Record<string, unknown>;
  // The tests check the shape.
  return new Validator().resolveRefs({ specification }) as Document;
}

// Compiles each schema once. Compiling takes 10 times as long as validating.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

function expectValid(schema: object, value: unknown): void {
  const valid = ajv.validate(schema, value);
  expect(valid, JSON.stringify(ajv.errors)).toBe(true);
}

/** Returns a function that requires a response to match the document, including every header. */
export function describedBy(document: OpenApiDocument) {
  return async (response: Response, path: string, method: string): Promise<void> => {
    const described = document.paths[path]?.[method]?.responses[String(response.status)];
    expect(described, `${method} ${path} ${response.status}`).toBeDefined();
    const promised = Object.keys(described?.headers ?? {}).filter(
      (name) => !["X-Image", "Content-Disposition", "Idempotency-Replayed"].includes(name),
    );
    expect(promised.filter((name) => !response.headers.has(name))).toEqual([]);
    const type = response.headers.get("Content-Type") ?? "";
    const [mediaType = ""] = type.split(";");
    const { content } = described ?? {};
    const schema = (content?.[type] ?? content?.[mediaType] ?? content?.["*/*"])?.schema;
    if (!content) return expect(await response.text()).toBe("");
    const body: unknown = type.includes("json") ? await response.json() : await response.text();
    const { Problem } = document.components.schemas;
    expectValid(type === "application/problem+json" ? Problem : (schema ?? { not: {} }), body);
  };
}
