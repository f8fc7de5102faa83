import type { Services } from "../http/context.ts";

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
