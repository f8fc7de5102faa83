import { accountExamples } from "./account-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { callExamples, usageExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";

/** A valid request and its response. */
export interface OperationExample {
  /** The parameters of path, query and header, by name. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** The JSON body of the request. */
  body?: unknown;
  /** The JSON body of the response. */
  answer?: unknown;
}

const examples: Readonly<Record<string, OperationExample>> = {
  ...callExamples,
  ...accountExamples,
  ...clientExamples,
  ...billingExamples,
  ...usageExamples,
};

/** Returns the example of an operation, or an empty object if it has no parameters and no bodies. */
export function exampleOf(operationId: string): OperationExample {
  return examples[operationId] ?? {};
}
