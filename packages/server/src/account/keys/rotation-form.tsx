import { type Faults, SelectField } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { Instant } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { type KeyRecord, previousSecretEnd } from "./key-records.ts";

const day = 86_400;

/** The grace periods in seconds, during which the current secret continues to work. */
const graces = [
  ["0", "Immediately"],
  ["3600", "In 1 hour"],
  [String(day), "In 1 day"],
  [String(7 * day), "In 7 days"],
] as const;

interface RotationFormProps {
  call: PageCall;
  apiKey: KeyRecord;
  action: string;
  now: number;
  faults: Faults;
}

/** Renders the form that gives a key a new secret. */
export function RotationForm({ call, apiKey, action, now, faults }: RotationFormProps) {
  const olderEnd = previousSecretEnd(apiKey, now);
  return (
    <form class="card" method="post" action={action}>
      <h2>Rotate</h2>
      <p>
        Rotating issues a new secret. The key keeps its name, scopes and usage. Keep the current secret valid
        while you replace it, or end it immediately if it leaked.
      </p>
      {olderEnd && (
        <p class="notice warn">
          The secret from before the last rotation works until <Instant at={olderEnd} />. Rotating ends it
          immediately.
        </p>
      )}
      <FormKey page={call} />
      <SelectField
        name="grace_seconds"
        label="The current secret ends"
        options={graces}
        selected={String(day)}
        fault={faults["grace_seconds"]}
      />
      <button>Rotate key</button>
    </form>
  );
}
