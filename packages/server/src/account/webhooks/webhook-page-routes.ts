import { type FormWrapper, type PageRoute, typedForm } from "../call/page-route.ts";
import {
  showDeletion,
  submitDeletion,
  submitEnabling,
  submitRotation,
  submitSending,
} from "./webhook-actions.tsx";
import { newWebhookForm, respondWebhooks } from "./webhook-list.tsx";
import { respondWebhookEvent } from "./webhook-event.tsx";
import { respondWebhook, webhookChangeForm } from "./webhook-page.tsx";
import type { WebhookPages } from "./webhook-pages.ts";

/**
 * Creates the pages of webhook endpoints.
 *
 * @param wrap Creates the handler of a page for its users: `signedIn` or `operatorPage`.
 */
export function webhookPageRoutes(pages: WebhookPages, wrap: FormWrapper): readonly PageRoute[] {
  const { path } = pages;
  return [
    {
      path,
      get: wrap((page) => respondWebhooks(page, pages)),
      ...typedForm(newWebhookForm(pages), wrap),
    },
    {
      path: `${path}/:id`,
      get: wrap((page) => respondWebhook(page, pages)),
      ...typedForm(webhookChangeForm(pages), wrap),
    },
    {
      path: `${path}/:id/events/:event`,
      get: wrap((page) => respondWebhookEvent(page, pages, page.c.req.param("event") ?? "")),
    },
    { path: `${path}/:id/send`, post: wrap((page) => submitSending(page, pages)) },
    { path: `${path}/:id/enable`, post: wrap((page) => submitEnabling(page, pages)) },
    { path: `${path}/:id/rotate`, post: wrap((page) => submitRotation(page, pages)) },
    {
      path: `${path}/:id/delete`,
      get: wrap((page) => showDeletion(page, pages)),
      post: wrap((page) => submitDeletion(page, pages)),
    },
  ];
}
