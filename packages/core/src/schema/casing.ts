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
