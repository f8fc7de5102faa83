import { schemaNames } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { jsonSchema } from "../api/tools/json-schema.ts";
import { exampleMember, type Json, queryParameters } from "./schema.ts";

/** The parts of a document that its operations share by reference. */
export interface Components {
  /**
   * Adds the schema of a request (`input`) or a response (`output`), with the named schemas inside it. Returns a
   * reference to it.
   *
   * @param name The name of a schema without a name of its own.
   */
  schema(name: string, schema: z.ZodType, io: "input" | "output"): Json;
  /** Adds a response, parameter or header. Returns a reference to it. */
  add(kind: ComponentKind, name: string, component: Json): Json;
  /** Returns whether another component has the name. */
  isTaken(kind: ComponentKind, name: string, component: Json): boolean;
  /** Returns the target of a reference, or the object itself if it is none. */
  resolve(part: object): object;
  /** Returns all components. */
  all(): Record<string, Json>;
}

type ComponentKind = "schemas" | "responses" | "parameters" | "headers";

/** Returns the name of an operation or a tool in the spelling of components: `qr-code` becomes `QrCode`. */
export function componentName(name: string): string {
  return name.replace(/(?:^|[-_ ])([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** Returns a value with its references to the definitions of zod turned to those of the document. */
function withReferences(value: Json, nameFor: (id: string) => string): Json {
  const json = JSON.stringify(value, (key, member: unknown) =>
    key === "$ref" && typeof member === "string"
      ? `#/components/schemas/${nameFor(member.replace("#/$defs/", ""))}`
      : member,
  );
  // Parsing returns the same object with other texts.
  return JSON.parse(json) as Json;
}

/** Creates an empty collection of components. */
export function createComponents(): Components {
  const sections: Partial<Record<ComponentKind, Record<string, Json>>> = {};

  function isTaken(kind: ComponentKind, name: string, component: Json): boolean {
    const known = sections[kind]?.[name];
    return known !== undefined && JSON.stringify(known) !== JSON.stringify(component);
  }

  function add(kind: ComponentKind, name: string, component: Json): Json {
    // The tools of a host can have the name of another component.
    let unique = name;
    for (let count = 2; isTaken(kind, unique, component); count++) unique = `${name}${count}`;
    (sections[kind] ??= {})[unique] = component;
    return { $ref: `#/components/${kind}/${unique}` };
  }

  return {
    schema(name, schema, io) {
      const rootName = schemaNames.get(schema)?.id ?? z.globalRegistry.get(schema)?.id ?? name;
      const { $defs = {}, ...root } = jsonSchema(schema, io);
      // Definitions are objects by id.
      const inner = Object.entries($defs as Record<string, Json>).filter(([id]) => id !== rootName);
      const own = $defs as Record<string, Json>;
      const plain = (value: Json) => withReferences(value, (id) => id);
      const clash = inner.some(([id, value]) => isTaken("schemas", id, plain(value)));
      const nameFor = (id: string) => (clash && id !== rootName ? rootName + id : id);
      for (const [id, value] of inner) add("schemas", nameFor(id), withReferences(value, nameFor));
      return add("schemas", rootName, withReferences(own[rootName] ?? root, nameFor));
    },
    add,
    isTaken,
    resolve(part) {
      if (!("$ref" in part)) return part;
      const [kind = "", name = ""] = String(part.$ref).split("/").slice(2);
      return sections[kind as ComponentKind]?.[name] ?? part;
    },
    all: () => sections,
  };
}

/** The parts of a body. */
export interface Body {
  components: Components;
  /** The name of a schema without a name of its own. */
  name: string;
  schema: z.ZodType;
  example?: unknown;
}

/** Returns the content of a JSON body with a reference to its schema. */
export function jsonContent({ components, name, schema, example }: Body, io: "input" | "output"): Json {
  return {
    "application/json": { schema: components.schema(name, schema, io), ...exampleMember(example) },
  };
}

/**
 * Adds the fields of a query to the components. Returns references to them. A field with the name of another one is
 * described in place.
 */
export function sharedParameters(
  components: Components,
  request: z.ZodObject,
  examples?: Readonly<Json>,
): Json[] {
  return queryParameters(request, { examples }).map((parameter) => {
    const name = componentName(parameter.name);
    if (components.isTaken("parameters", name, parameter)) return parameter;
    return components.add("parameters", name, parameter);
  });
}
