import { type Faults, FormFault, formFaults } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { InstantAndDistance, number, Relative } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import type { ShownForm, TypedForm } from "../call/page-route.ts";
import { Facts, Outcome, Table } from "../../ui/parts.tsx";
import { DeliveryResult } from "./webhook-event.tsx";
import type { WebhookDeliveryRecord, WebhookRecord } from "./webhook-records.ts";
import {
  chosenEvents,
  eventsFrom,
  readWebhookForm,
  shortUrl,
  webhookFaults,
  WebhookFields,
} from "./webhook-fields.tsx";
import { WebhookState } from "./webhook-list.tsx";
import type { WebhookPages } from "./webhook-pages.ts";

const outcomes = new Map([
  ["changed", "You changed the endpoint."],
  ["sent", "The event is on its way. Reload this page to see the delivery."],
  [
    "made-before",
    "You already sent this form, and it created this endpoint. Its secret was shown once. If you did not save it, rotate the secret.",
  ],
  [
    "rotated-before",
    "You already sent this form, and it rotated the secret. The new secret was shown once. If you did not save it, rotate it again.",
  ],
]);

/** The events that the page shows first. */
const shownEvents = 20;

/** Returns the attempts of each event, the event with the newest attempt first. */
function groupByEvent(deliveries: readonly WebhookDeliveryRecord[]): WebhookDeliveryRecord[][] {
  const groups = new Map<string, WebhookDeliveryRecord[]>();
  for (const delivery of deliveries)
    groups.set(delivery.event, [...(groups.get(delivery.event) ?? []), delivery]);
  return [...groups.values()];
}

function EventTable({ events, path }: { events: readonly WebhookDeliveryRecord[][]; path: string }) {
  if (events.length === 0) return <p class="empty">There are no deliveries yet.</p>;
  return (
    <Table
      label="Events"
      class="keys stacked"
      columns={["Event", "Last attempt", "Result", { amount: "Attempts" }]}
    >
      {events.map(([delivery, ...earlier]) =>
        delivery === undefined ? null : (
          <tr key={delivery.event}>
            <th scope="row">
              <a href={`${path}/events/${delivery.event}`}>{delivery.type}</a>
              <p class="small muted">
                <code>{delivery.event}</code>
              </p>
            </th>
            <td data-label="Last attempt">
              <Relative at={delivery.at} />
            </td>
            <td data-label="Result">
              <DeliveryResult delivery={delivery} />
            </td>
            <td data-label="Attempts" class="amount">
              {number(earlier.length + 1)}
            </td>
          </tr>
        ),
      )}
    </Table>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookRecord }) {
  const { id, url, isGone, createdAt, failingSince, previousSecretEndsAt: previousEnd } = endpoint;
  return (
    <Facts
      rows={[
        ["Status", <WebhookState endpoint={endpoint} />],
        isGone && ["Reason", "The receiver responded with status 410."],
        failingSince !== null && ["No successful delivery since", <InstantAndDistance at={failingSince} />],
        ["ID", <code>{id}</code>],
        ["URL", <code>{url}</code>],
        ["Created", <InstantAndDistance at={createdAt} />],
        previousEnd !== null && ["Previous secret signs until", <InstantAndDistance at={previousEnd} />],
      ]}
    />
  );
}

interface ChangeProps {
  page: PageCall;
  endpoint: WebhookRecord;
  action: string;
  typed: ReturnType<typeof readWebhookForm> | undefined;
  faults: Faults;
}

function ChangeForm({ page, endpoint, action, typed, faults }: ChangeProps) {
  const isEnabled = typed ? typed.values["enabled"] === "true" : endpoint.enabled;
  return (
    <form class="card" method="post" action={action}>
      <h2>Edit endpoint</h2>
      <FormKey page={page} />
      <WebhookFields
        url={typed?.values["url"] ?? endpoint.url}
        chosen={typed?.list ?? chosenEvents(endpoint.events)}
        faults={faults}
      />
      <label class="choice">
        <input type="checkbox" name="enabled" value="true" checked={isEnabled} />
        <span>Send events to this endpoint</span>
      </label>
      <button>Save changes</button>
    </form>
  );
}

/** Responds with the page of an endpoint, its forms and its deliveries. */
export async function respondWebhook(
  page: PageCall,
  pages: WebhookPages,
  { values: typed, faults = {}, error }: ShownForm<ReturnType<typeof readWebhookForm>> = {},
): Promise<Response> {
  const { c, base, services, id, ask } = page;
  const [endpoint, { items }] = await Promise.all([
    ask(pages.calls.get, { id }),
    ask(pages.calls.deliveries, { id }),
  ]);
  const path = `${base}${pages.path}/${endpoint.id}`;
  const events = groupByEvent(items);
  const shown = c.req.query("deliveries") === "all" ? events : events.slice(0, shownEvents);
  const canSend = services.webhooks !== null && endpoint.enabled;
  return pages.respond(
    page,
    {
      title: "Webhook endpoint",
      styles: ["keys.css"],
      scripts: ["single-submit.js"],
      crumb: [pages.path, "Webhooks"],
      error,
    },
    <>
      <h1>{shortUrl(endpoint.url)}</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <FormFault faults={faults} />
      <section class="card">
        <h2>Details</h2>
        <EndpointFacts endpoint={endpoint} />
        {canSend && (
          <form method="post" action={`${path}/send`}>
            <button class="quiet">Send test event</button>
          </form>
        )}
        {!endpoint.enabled && (
          <form method="post" action={`${path}/enable`}>
            <p>The endpoint gets no events. Enable it when its receiver responds again.</p>
            <button>Enable endpoint</button>
          </form>
        )}
      </section>
      <section class="card">
        <h2>Deliveries</h2>
        <p class="muted">The events of the latest 100 attempts of the last 30 days.</p>
        <EventTable events={shown} path={path} />
        {shown.length < events.length && (
          <p>
            <a class="button quiet" href={`${path}?deliveries=all`}>
              {`Show all ${number(events.length)}`}
            </a>
          </p>
        )}
      </section>
      <div class="columns">
        <ChangeForm page={page} endpoint={endpoint} action={path} typed={typed} faults={faults} />
        <div>
          <form class="card" method="post" action={`${path}/rotate`}>
            <h2>Rotate</h2>
            <p>Rotating issues a new secret. For 24 hours, messages are signed with both secrets.</p>
            <FormKey page={page} />
            <button>Rotate secret</button>
          </form>
          <section class="card danger">
            <h2>Delete</h2>
            <p>Deleting an endpoint is permanent. You confirm it on the next page.</p>
            <a class="button bad" href={`${path}/delete`}>
              Delete endpoint
            </a>
          </section>
        </div>
      </div>
    </>,
  );
}

/** Returns the form that changes an endpoint. */
export function webhookChangeForm(pages: WebhookPages): TypedForm<ReturnType<typeof readWebhookForm>> {
  return {
    read: readWebhookForm,
    show: (page, form) => respondWebhook(page, pages, form),
    async submit({ c, base, id, ask }, { values, list }) {
      const { url = "", enabled } = values;
      const body = { url: url.trim(), events: eventsFrom(list), enabled: enabled === "true" };
      const changed = await ask(pages.calls.update, { id, body });
      return c.redirect(`${base}${pages.path}/${changed.id}?notice=changed`, 303);
    },
    faults: (error) => formFaults(error, webhookFaults),
  };
}
