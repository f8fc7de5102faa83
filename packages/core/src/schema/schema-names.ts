import { z } from "zod";

/**
 * The names of records as components of the OpenAPI document. Hosts publish the schemas of zod's global registry in
 * their own documents, so these names are in a registry of their own.
 */
export const schemaNames = z.registry<{ id: string }>();

/** Names schemas for the OpenAPI document. */
export function nameSchemas(schemas: Readonly<Record<string, z.ZodType>>): void {
  for (const [id, schema] of Object.entries(schemas)) schemaNames.add(schema, { id });
}
