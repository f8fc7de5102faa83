import { FormFault, formFaults } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { Relative } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import type { ShownForm, TypedForm } from "../call/page-route.ts";
import { Copyable, Outcome, RowMenu, Table } from "../../ui/parts.tsx";
import type { WebhookRecord } from "./webhook-records.ts";
import {
  eventsFrom,
  eventsInWords,
  shortUrl,
  readWebhookForm,
  webhookFaults,
  WebhookFields,
} from "./webhook-fields.tsx";
import type { WebhookPages } from "./webhook-pages.ts";

const outcomes = new Map([["deleted", "You deleted the endpoint. It gets no further events."]]);

type Values = ReturnType<typeof readWebhookForm>;

/** Renders whether an endpoint gets events. */
export function WebhookState({ endpoint }: { endpoint: WebhookRecord }) {
  const { enabled, isGone, failingSince } = endpoint;
  if (enabled && failingSince !== null) return <span class="badge warn">Failing</span>;
  if (enabled) return <span class="badge good">Enabled</span>;
  return isGone ? <span class="badge bad">Gone</span> : <span class="badge warn">Disabled</span>;
}

function WebhookTable({ endpoints, path }: { endpoints: readonly WebhookRecord[]; path: string }) {
  return (
    <Table
      label="Webhook endpoints"
      class="keys stacked"
      columns={["URL", "Status", "Events", "Created", { actions: "Actions" }]}
    >
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <th scope="row">
            <a href={`${path}/${endpoint.id}`}>{shortUrl(endpoint.url)}</a>
          </th>
          <td data-label="Status">
            <WebhookState endpoint={endpoint} />
          </td>
          <td data-label="Events">{eventsInWords(endpoint.events)}</td>
          <td data-label="Created">
            <Relative at={endpoint.createdAt} />
          </td>
          <td>
            <RowMenu
              id={`actions-${endpoint.id}`}
              name={shortUrl(endpoint.url)}
              actions={[
                { href: `${path}/${endpoint.id}`, label: "Edit or test" },
                { href: `${path}/${endpoint.id}?deliveries=all`, label: "View deliveries" },
                { href: `${path}/${endpoint.id}/delete`, label: "Delete", isDangerous: true },
              ]}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Responds with the only page that shows a secret. A redirect would put the secret into a URL. */
export function respondWebhookSecret(
  page: PageCall,
  pages: WebhookPages,
  {
    title,
    endpoint,
    secret,
    sentence,
  }: { title: string; endpoint: WebhookRecord; secret: string; sentence?: string },
): Promise<Response> {
  return pages.respond(
    page,
    { title, scripts: ["copy-button.js"] },
    <>
      <h1>{title}</h1>
      <section class="card">
        <h2>Save the secret now</h2>
        <p>
          This page shows the secret of <code>{shortUrl(endpoint.url)}</code> only once. Your program verifies
          the signatures of messages with it.
        </p>
        {sentence && <p>{sentence}</p>}
        <Copyable id="secret" text={secret} label="secret" />
      </section>
      <p class="actions">
        <a class="button quiet" href={`${page.base}${pages.path}/${endpoint.id}`}>
          I saved the secret
        </a>
        <a href={`${page.base}/docs/guides/webhooks`}>Verify signatures</a>
      </p>
    </>,
  );
}

/** Responds with the list of endpoints and the form of a new one. */
export async function respondWebhooks(
  page: PageCall,
  pages: WebhookPages,
  { values: typed, faults = {}, error }: ShownForm<Values> = {},
): Promise<Response> {
  const { c, base, services, ask } = page;
  const { items } = await ask(pages.calls.list);
  const path = base + pages.path;
  return pages.respond(
    page,
    { title: "Webhooks", styles: ["keys.css"], scripts: ["single-submit.js"], error },
    <>
      <h1>Webhooks</h1>
      <p class="muted">
        {pages.intro} Read how to <a href={`${base}/docs/guides/webhooks`}>receive webhooks</a>.
      </p>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {items.length > 0 && (
        <section class="card">
          <WebhookTable endpoints={items} path={path} />
        </section>
      )}
      {services.webhooks ? (
        <form class="card" method="post" action={path}>
          <h2>Add an endpoint</h2>
          <FormFault faults={faults} />
          <FormKey page={page} />
          <WebhookFields url={typed?.values["url"]} chosen={typed?.list ?? ["*"]} faults={faults} />
          <button>Add endpoint</button>
        </form>
      ) : (
        <p class="notice warn">This server sends no webhooks.</p>
      )}
    </>,
  );
}

/** Returns the form that creates an endpoint. Its response is the page that shows the secret. */
export function newWebhookForm(pages: WebhookPages): TypedForm<Values> {
  return {
    read: readWebhookForm,
    show: (page, form) => respondWebhooks(page, pages, form),
    async submit(page, { values, list }) {
      const { url = "", key: formKey } = values;
      const body = { url: url.trim(), events: eventsFrom(list) };
      const { secret = "", ...endpoint } = await page.ask(pages.calls.create, { formKey, body });
      return respondWebhookSecret(page, pages, { title: "Your new endpoint", endpoint, secret });
    },
    faults: (error) => formFaults(error, webhookFaults),
    answered: (id) => `${pages.path}/${id}?notice=made-before`,
  };
}
