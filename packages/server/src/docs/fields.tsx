import type { Child } from "hono/jsx";
import type { Schema } from "../api/tools/json-schema.ts";
import { InlineText } from "../ui/inline-text.tsx";
import { schemaConstraints, schemaFields, typeWords, allowedValues } from "./schema-words.ts";

/** Input fields are marked if they are required, output fields if they are optional. */
type Direction = "input" | "output";

interface FieldProps {
  /** The anchor, and the prefix of the anchors of nested fields. */
  id: string;
  name: string;
  schema: Schema;
  required: boolean;
  direction: Direction;
  description?: string | undefined;
  /** True for a field of a field. */
  isNested?: boolean;
}

/** Returns whether a description already contains all words. */
function isSaid(words: readonly string[], description: string): boolean {
  const said = description.replaceAll(/(?<=\d),(?=\d)/g, "").toLowerCase();
  return words.every((word) => said.includes(word.toLowerCase()));
}

function details(schema: Schema, description: string): string[] {
  const values = allowedValues(schema).map(String);
  const constraints = schemaConstraints(schema).filter(
    (words) => !isSaid(words.match(/\d+/g) ?? [words], description),
  );
  return [
    ...(values.length > 0 && !isSaid(values, description)
      ? [`${values.length === 1 ? "always" : "one of"} ${values.map((value) => `\`${value}\``).join(", ")}`]
      : []),
    ...constraints,
  ];
}

/** Renders a field with its type, its constraints and its nested fields. */
export function SchemaField({
  id,
  name,
  schema,
  required,
  direction,
  description: said,
  isNested = false,
}: FieldProps): Child {
  const description = [schema.description, said].filter(Boolean).join(" ");
  const bounds = details(schema, description);
  const fields = schemaFields(schema);
  return (
    <li id={id}>
      <div class="signature">
        {/* The anchors of nested fields are long, and a link to each would be a fifth of the page. */}
        {isNested ? (
          <code>{name}</code>
        ) : (
          <a href={`#${id}`}>
            <code>{name}</code>
          </a>
        )}
        <span class="muted small">{typeWords(schema)}</span>
        {direction === "input" && required && <span class="badge warn">required</span>}
        {direction === "output" && !required && <span class="badge">optional</span>}
      </div>
      {description !== "" && (
        <p>
          <InlineText text={description} />
        </p>
      )}
      {bounds.length > 0 && (
        <p class="muted small">
          <InlineText text={bounds.join(" · ")} />
        </p>
      )}
      {fields.length > 0 && (
        <details>
          <summary>{`Fields of ${name}`}</summary>
          <SchemaFields id={id} schema={schema} direction={direction} isNested />
        </details>
      )}
    </li>
  );
}

/** Renders the names of fields that another body describes. Each keeps an anchor. */
export function FieldNames({ id, names }: { id: string; names: readonly string[] }): Child {
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name} id={`${id}.${name}`}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

/** Renders the fields of an object as a list. Nested fields are collapsed. */
export function SchemaFields({
  id,
  schema,
  direction,
  isNested = false,
}: {
  id: string;
  schema: Schema;
  direction: Direction;
  isNested?: boolean;
}): Child {
  return (
    <ul class="schema">
      {schemaFields(schema).map((field) => (
        <SchemaField
          key={field.name}
          id={`${id}.${field.name}`}
          direction={direction}
          isNested={isNested}
          {...field}
        />
      ))}
    </ul>
  );
}
