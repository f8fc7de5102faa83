import { accountExamples } from "./account-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { callExamples } from "./call-examples.ts";
import { clientExamples } from "./client-examples.ts";
import { operatorExamples } from "./operator-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";
import type { ExampleSource, OperationExample } from "./operation-example.ts";

type Examples = Readonly<Record<string, OperationExample>>;

/** The examples of all operations of a server. Making them takes a millisecond, and each operation asks three times. */
const made = new WeakMap<ExampleSource, Examples>();

function examplesFrom(source: ExampleSource): Examples {
  const known = made.get(source);
  if (known) return known;
  const examples: Examples = {
    ...callExamples(source),
    ...accountExamples(source),
    ...clientExamples,
    ...billingExamples,
    ...webhookExamples,
    ...operatorExamples(source),
  };
  made.set(source, examples);
  return examples;
}

/** Returns the example of an operation, or an empty object if it has no parameters and no bodies. */
export function operationExample(operationId: string, source: ExampleSource): OperationExample {
  return examplesFrom(source)[operationId] ?? {};
}
