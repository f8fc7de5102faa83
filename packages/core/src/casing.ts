type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The type `T` with every property name in camelCase. Programs use camelCase, HTTP uses snake_case. */
export type Camelized<T> = T extends readonly (infer Item)[]
  ? Camelized<Item>[]
  : T extends Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: Camelized<T[Key]> }
      : T;

/** Converts a property name to the spelling of HTTP: `callsLast7Days` becomes `calls_last_7_days`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
}

/** Converts a property name to the spelling of programs: `calls_last_7_days` becomes `callsLast7Days`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf));
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  // An object that is not an array has members by name.
  const members = value as Readonly<Record<string, unknown>>;
  const record: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member !== undefined) record[nameOf(name)] = renamed(member, nameOf);
  }
  return record;
}

const spellings = new Map<string, string>();
// More than all our records have. The limit keeps callers with other records from filling the memory.
const maxSpellings = 2_000;

function knownSnakeCase(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelling = snakeCase(name);
  if (spellings.size < maxSpellings) spellings.set(name, spelling);
  return spelling;
}

/** Returns a deep copy of a plain record with its property names in snake_case. Absent members stay absent. */
export function toSnakeCase(value: unknown): unknown {
  return renamed(value, knownSnakeCase);
}
