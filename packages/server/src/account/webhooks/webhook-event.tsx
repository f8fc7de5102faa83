import { isoInstant } from "@tools-api/core/internal/time";
import { type Faults, FormFault } from "../../ui/form.tsx";
import { InstantAndDistance, number, Relative } from "../../ui/format.tsx";
import { Copyable, Facts, Table } from "../../ui/parts.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { shortUrl } from "./webhook-fields.tsx";
import type { WebhookPages } from "./webhook-pages.ts";
import type { WebhookDeliveryRecord } from "./webhook-records.ts";

const errors = { timeout: "no response in time", connection_failed: "no connection" } as const;

/** Renders the result of an attempt. */
export function DeliveryResult({
  delivery: { succeeded, status, error },
}: {
  delivery: WebhookDeliveryRecord;
}) {
  const words = error === null ? `Status ${status}` : errors[error];
  return <span class={succeeded ? "badge good" : "badge bad"}>{words}</span>;
}

function Attempts({ attempts }: { attempts: readonly WebhookDeliveryRecord[] }) {
  return (
    <Table label="Attempts" columns={["Time", "Result", { amount: "Attempt" }, { amount: "Duration" }]}>
      {attempts.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <Relative at={delivery.at} />
          </td>
          <td>
            <DeliveryResult delivery={delivery} />
          </td>
          <td class="amount">{number(delivery.attempt)}</td>
          <td class="amount">{`${number(delivery.durationMs)} ms`}</td>
        </tr>
      ))}
    </Table>
  );
}

/** `GET /webhooks/:id/events/:event`: shows an event with its payload and its attempts, and the button to send it again. */
export async function respondWebhookEvent(
  page: PageCall,
  pages: WebhookPages,
  item: string,
  { faults = {}, error }: { faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { base, services, id, ask } = page;
  const [endpoint, { event, type, timestamp, data, nextAttemptAt, attempts }] = await Promise.all([
    ask(pages.calls.get, { id }),
    ask(pages.calls.event, { id, item }),
  ]);
  const path = `${pages.path}/${endpoint.id}`;
  const [newest] = attempts;
  return pages.respond(
    page,
    { title: "Webhook event", scripts: ["copy-button.js"], crumb: [path, shortUrl(endpoint.url)], error },
    <>
      <h1>{type}</h1>
      <FormFault faults={faults} />
      <section class="card">
        <h2>Details</h2>
        <Facts
          rows={[
            ["Happened", <InstantAndDistance at={timestamp} />],
            newest !== undefined && ["Last result", <DeliveryResult delivery={newest} />],
            ["Next attempt", nextAttemptAt === null ? "None" : <InstantAndDistance at={nextAttemptAt} />],
            ["ID", <code>{event}</code>],
          ]}
        />
        {newest && services.webhooks !== null && endpoint.enabled && (
          <form method="post" action={`${base}${path}/send`}>
            <input type="hidden" name="delivery" value={newest.id} />
            <button class="quiet">Send again</button>
          </form>
        )}
      </section>
      <section class="card">
        <h2>Attempts</h2>
        <Attempts attempts={attempts} />
        <p class="muted small">The server keeps the status of a response, and not its body.</p>
      </section>
      <section class="card">
        <h2>Payload</h2>
        <Copyable
          id="payload"
          text={JSON.stringify({ type, timestamp: isoInstant(timestamp), data }, null, 2)}
          label="payload"
          language="json"
        />
      </section>
    </>,
  );
}
