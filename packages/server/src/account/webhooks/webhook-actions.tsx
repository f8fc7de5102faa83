import { RepeatedRequest } from "@tools-api/core/internal";
import { formFaults } from "../../ui/form.tsx";
import { instant } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { shortUrl } from "./webhook-fields.tsx";
import { respondWebhookSecret } from "./webhook-list.tsx";
import { respondWebhook } from "./webhook-page.tsx";
import type { WebhookPages } from "./webhook-pages.ts";

/** Sends a test event, or the event of the delivery in the form again. */
export async function submitSending(page: PageCall, pages: WebhookPages): Promise<Response> {
  const { c, base, id, ask } = page;
  const { delivery } = await readPageForm(c);
  try {
    if (delivery === undefined) await ask(pages.calls.test, { id });
    else await ask(pages.calls.redeliver, { id, item: delivery });
    return c.redirect(`${base}${pages.path}/${id}?notice=sent`, 303);
  } catch (error) {
    return respondWebhook(page, pages, { faults: formFaults(error), error });
  }
}

/** Enables an endpoint. */
export async function submitEnabling(page: PageCall, pages: WebhookPages): Promise<Response> {
  const { c, base, id, ask } = page;
  await ask(pages.calls.update, { id, body: { enabled: true } });
  return c.redirect(`${base}${pages.path}/${id}?notice=changed`, 303);
}

/** Rotates the secret, and responds with the page that shows the new one. */
export async function submitRotation(page: PageCall, pages: WebhookPages): Promise<Response> {
  const { c, base, id, ask } = page;
  const { key: formKey } = await readPageForm(c);
  try {
    const { secret = "", ...endpoint } = await ask(pages.calls.rotate, { id, formKey });
    const { previousSecretEndsAt: end } = endpoint;
    return await respondWebhookSecret(page, pages, {
      title: "Your new secret",
      endpoint,
      secret,
      ...(end !== null && { sentence: `The previous secret also signs until ${instant(end)}.` }),
    });
  } catch (error) {
    if (!(error instanceof RepeatedRequest)) throw error;
    return c.redirect(`${base}${pages.path}/${String(error.answer)}?notice=rotated-before`, 303);
  }
}

/** Asks for confirmation of a deletion. */
export async function showDeletion(page: PageCall, pages: WebhookPages): Promise<Response> {
  const { base, id, ask } = page;
  const endpoint = await ask(pages.calls.get, { id });
  const path = `${base}${pages.path}/${endpoint.id}`;
  return pages.respond(
    page,
    { title: "Delete endpoint", narrow: true },
    <section class="card danger">
      <h1>Delete the endpoint?</h1>
      <p>
        <code>{shortUrl(endpoint.url)}</code> gets no further events, and its deliveries are deleted. You
        cannot undo this.
      </p>
      <div class="actions">
        <form method="post" action={`${path}/delete`}>
          <button class="bad">Delete endpoint permanently</button>
        </form>
        <a href={path}>Keep endpoint</a>
      </div>
    </section>,
  );
}

/** Deletes an endpoint. */
export async function submitDeletion(page: PageCall, pages: WebhookPages): Promise<Response> {
  const { c, base, id, ask } = page;
  await ask(pages.calls.remove, { id });
  return c.redirect(`${base}${pages.path}?notice=deleted`, 303);
}
