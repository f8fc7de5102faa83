import type { Faults } from "../../pages/form.tsx";
import { FormKey } from "../../pages/form-key.tsx";
import { Instant } from "../../pages/format.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type KeyRecord, previousSecretEnd } from "./key-records.ts";

const day = 86_400;

/** The grace periods during which the current secret continues to work. */
const graces = [
  { seconds: 0, label: "At once" },
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
      <h2>New secret</h2>
      <p>
        The key keeps its name, scopes and counts. The present secret goes on working while you replace it; if
        others may have it, end it at once.
      </p>
      {olderEnd && (
        <p class="notice warn">
          The secret from before the last rotation, which works until <Instant at={olderEnd} />, ends at once.
        </p>
      )}
      <FormKey services={call.services} account={call.signedIn.account} />
      <div class="field">
        <label for="grace_seconds">The present secret ends</label>
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
      <button>Make a new secret</button>
    </form>
  );
}
