import { accountExamples } from "./account-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { callExamples, usageExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";
import type { OperationExample } from "./operation-example.ts";

const examples: Readonly<Record<string, OperationExample>> = {
  ...callExamples,
  ...accountExamples,
  ...clientExamples,
  ...billingExamples,
  ...usageExamples,
};

/** Returns the example of an operation, or an empty object if it has no parameters and no bodies. */
export function operationExample(operationId: string): OperationExample {
  return examples[operationId] ?? {};
}
