import { webhookEvents } from "@tools-api/core/webhooks";
import { Choices, type Faults, Field } from "../../ui/form.tsx";
import { type FormFields, withList } from "../../ui/page-form.ts";

/** Sentences for the fields of an endpoint. They replace the errors of the API, which name JSON values. */
export const webhookFaults: Faults = {
  url: "Enter an https URL on the default port, such as https://example.com/webhooks.",
  events: "Choose at least one event.",
};

const everyEvent = "*";

/** Returns the sent fields of an endpoint, and its chosen events as the list. */
export function readWebhookForm(fields: FormFields) {
  return withList(fields, "events");
}

/** Returns the chosen events as the API has them: `null` for all. */
export function eventsFrom(chosen: readonly string[]): string[] | null {
  return chosen.includes(everyEvent) ? null : [...chosen];
}

/** Returns the events of an endpoint as a form has them. */
export function chosenEvents(events: readonly string[] | null): readonly string[] {
  return events ?? [everyEvent];
}

const maxShownUrl = 80;

/** Returns the URL of an endpoint for a heading or a table cell. */
export function shortUrl(url: string): string {
  return url.length > maxShownUrl ? `${url.slice(0, maxShownUrl - 1)}…` : url;
}

/** Returns the events of an endpoint for a table cell. */
export function eventsInWords(events: readonly string[] | null): string {
  return events === null ? "all events" : events.join(", ");
}

interface WebhookFieldsProps {
  url: string | undefined;
  chosen: readonly string[];
  faults: Faults;
  first?: boolean;
}

/** Renders the fields of an endpoint. Read the form with {@link readWebhookForm}. */
export function WebhookFields({ url, chosen, faults, first = false }: WebhookFieldsProps) {
  const rows: (readonly [name: string, description: string])[] = [
    [everyEvent, "All events, including those of later releases."],
    ...Object.entries(webhookEvents),
  ];
  return (
    <>
      <Field
        name="url"
        label="URL"
        hint="Your program receives a POST request at this URL for each event."
        value={url}
        faults={faults}
        first={first}
      />
      <Choices name="events" legend="Events" fault={faults["events"]}>
        {rows.map(([name, description]) => (
          <label key={name} class="choice">
            <input type="checkbox" name="events" value={name} checked={chosen.includes(name)} />
            <span>
              {name !== everyEvent && (
                <>
                  <code>{name}</code>
                  <br />
                </>
              )}
              <span class={name === everyEvent ? undefined : "muted"}>{description}</span>
            </span>
          </label>
        ))}
      </Choices>
    </>
  );
}
