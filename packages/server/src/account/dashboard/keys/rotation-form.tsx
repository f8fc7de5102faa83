import type { Faults } from "../../pages/form.tsx";
import { FormKey } from "../../pages/form-key.tsx";
import { Instant } from "../../pages/format.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type KeyRecord, previousSecretEnd } from "./key-records.ts";

const day = 86_400;

/** The grace periods during which the current secret continues to work. */
const graces = [
  { seconds: 0, label: "Immediately" },
  { seconds: 3600, label: "In 1 hour" },
  { seconds: day, label: "In 1 day" },
  { seconds: 7 * day, label: "In 7 days" },
] as const;

const suggestedGrace = day;

interface RotationFormProps {
  call: PageCall;
  apiKey: KeyRecord;
  action: string;
  now: number;
  faults: Faults;
}

/** Renders the form that gives a key a new secret. */
export function RotationForm({ call, apiKey, action, now, faults }: RotationFormProps) {
  const fault = faults["grace_seconds"];
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
      <FormKey services={call.services} account={call.signedIn.account} />
      <div class="field">
        <label for="grace_seconds">The current secret ends</label>
        {fault && (
          <p class="error" id="grace_seconds-error">
            {fault}
          </p>
        )}
        <select
          id="grace_seconds"
          name="grace_seconds"
          aria-invalid={fault ? "true" : undefined}
          aria-describedby={fault && "grace_seconds-error"}
        >
          {graces.map(({ seconds, label }) => (
            <option key={seconds} value={seconds} selected={seconds === suggestedGrace}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button>Rotate key</button>
    </form>
  );
}
