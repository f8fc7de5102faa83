import { accountExamples } from "./account-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { callExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";
import { operatorExamples } from "./operator-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";
import type { ExampleSource, OperationExample } from "./operation-example.ts";

/** Returns the example of an operation, or an empty object if it has no parameters and no bodies. */
export function operationExample(operationId: string, source: ExampleSource): OperationExample {
  const examples: Readonly<Record<string, OperationExample>> = {
    ...callExamples(source),
    ...accountExamples(source),
    ...clientExamples,
    ...billingExamples,
    ...webhookExamples,
    ...operatorExamples(source),
  };
  return examples[operationId] ?? {};
}
