import type { Services } from "./context.ts";

/** A valid request and its response. */
export interface OperationExample {
  /** The parameters of path, query and header, by name. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** The JSON body of the request. */
  body?: unknown;
  /** The JSON body of the response. */
  answer?: unknown;
}

/** The names that examples contain. */
export type ExampleSource = Pick<Services, "endpoints" | "scopes">;

/** The example of a route, which can depend on the names of a server; null if it has no parameters and no bodies. */
export type RouteExample = OperationExample | ((source: ExampleSource) => OperationExample) | null;

/** Returns the example of a route on a server. */
export function exampleOn(source: ExampleSource, example: RouteExample): OperationExample {
  return (typeof example === "function" ? example(source) : example) ?? {};
}
