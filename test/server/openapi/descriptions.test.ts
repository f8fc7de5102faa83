import { afterAll, describe, expect, it } from "vitest";
import { startWhole } from "../../journeys/whole-server.ts";
import { said, saysNothing } from "./said.ts";

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
}
interface Parameter {
  $ref?: string;
  name: string;
  description?: string;
}
type Described = readonly [place: string, name: string, description: string | undefined];

const server = await startWhole();
afterAll(() => server.close());
// The tests of the document check its shape.
const document = (await (await server.call("GET /openapi.json")).json()) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  components: Record<"schemas", Record<string, Schema>> &
    Record<"parameters" | "headers", Record<string, Parameter>>;
};
const { schemas, parameters, headers } = document.components;

/** Returns the description of a field: its own, or that of the component that it names. */
function descriptionOf(schema: Schema): string | undefined {
  const [found = schema] = [schema, ...(schema.anyOf ?? [])].filter(({ $ref }) => $ref !== undefined);
  return schema.description ?? schemas[found.$ref?.split("/").at(-1) ?? ""]?.description;
}

function fieldsOf(schema: Schema, place: string): Described[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const inner = [items, ...anyOf, additionalProperties].filter((value) => typeof value === "object");
  return [
    ...Object.entries(properties).flatMap(([name, field]): Described[] => [
      [`${place}.${name}`, name, descriptionOf(field)],
      ...fieldsOf(field, `${place}.${name}`),
    ]),
    ...inner.flatMap((value) => fieldsOf(value, place)),
  ];
}

const shared = (kind: Record<string, Parameter>) =>
  Object.entries(kind).map(([name, { description }]): Described => [name, name, description]);
const own = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, parameters: list = [] }) =>
    list
      .filter(({ $ref }) => $ref === undefined)
      .map(({ name, description }): Described => [`${operationId}?${name}`, name, description]),
  ),
);
const all: Described[] = [
  ...Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name)),
  ...shared(parameters),
  ...shared(headers),
  ...own,
];

describe("every field and parameter of /openapi.json", () => {
  it("has a description", () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter(([, , description]) => !description).map(([place]) => place)).toEqual([]);
  });

  it("says in its first sentence more than its name, type, choices and range", () => {
    const poor = all.filter(([, name, description]) => saysNothing(name, description ?? ""));
    expect(poor.map(([place, , description]) => `${place}: ${description}`)).toEqual([]);
  });

  it("begins with a whole sentence", () => {
    const broken = all.filter(([, , description = ""]) => !/^[\p{Lu}\d`].*\.$/su.test(said(description)));
    expect(broken.map(([place, , description]) => `${place}: ${description}`)).toEqual([]);
  });
});
