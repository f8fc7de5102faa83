import { accountExamples } from "./account-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { callExamples, usageExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";

/** A request that works, and what it is answered. */
export interface OperationExample {
  /** Of the path, the query and the header, by their names. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** As JSON. */
  body?: unknown;
  /** As JSON. */
  answer?: unknown;
}

const examples: Readonly<Record<string, OperationExample>> = {
  ...callExamples,
  ...accountExamples,
  ...clientExamples,
  ...billingExamples,
  ...usageExamples,
};

/** The example of an operation; empty where it takes and answers nothing. */
export function exampleOf(operationId: string): OperationExample {
  return examples[operationId] ?? {};
}
