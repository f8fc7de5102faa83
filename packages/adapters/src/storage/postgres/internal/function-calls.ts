/** A statement that is parsed once per connection. Every use of its name must have this text. */
export interface NamedStatement {
  name: string;
  text: string;
}

/** The names of a function's parameters with their types, in order. */
export type Types = Readonly<Record<string, "text" | "bigint" | "text[]" | "int[]" | "bigint[]">>;

/**
 * The arguments of a function by name, without those that identify the batch. Columns of numbers are the text of
 * {@link numberColumn}.
 */
export type BatchArguments<Names extends Types> = {
  [Name in Exclude<keyof Names, "batch_id" | "instant">]: Names[Name] extends "text[]"
    ? readonly string[]
    : string;
};

/** Returns the declaration of a function's parameters, or of the columns of a record. */
export function declared(types: Types): string {
  return Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ");
}

/** A function that writes a batch. */
export interface BatchFunction<Names extends Types> {
  statement: NamedStatement;
  /** Returns the only parameter of the statement. */
  document(id: string, instant: number, batch: BatchArguments<Names>): string;
}

/** Returns a call of a function with one JSON document. The statement's name is unique among the clients of a pooler. */
export function batchFunction<const Names extends Types>(name: string, types: Names): BatchFunction<Names> {
  const names = Object.keys(types).map((parameter) => `batch.${parameter}`);
  return {
    statement: {
      name: `tools_api_${name}_json`,
      text: `SELECT ${name}(${names.join(", ")}) AS answer FROM json_to_record($1) AS batch (${declared(types)})`,
    },
    document: (id, instant, batch) => JSON.stringify({ batch_id: id, instant, ...batch }),
  };
}
