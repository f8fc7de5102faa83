import { webhookPageRoutes } from "../../account/webhooks/webhook-page-routes.ts";
import type { PageRoute } from "../../account/call/page-route.ts";
import { operatorWebhooks } from "../calls/webhooks.ts";
import { operatorPage, respondConsole } from "./operator-page.tsx";

const path = "/operator/endpoints";

/** The pages of the operator's webhook endpoints. */
export const operatorWebhookRoutes: readonly PageRoute[] = webhookPageRoutes(
  {
    calls: operatorWebhooks,
    path,
    intro: "The server sends a signed request to these endpoints when something happens in any account.",
    respond: (page, frame, content) => respondConsole(page, { ...frame, path }, content),
  },
  (handle) => operatorPage(handle, { hasAccount: false }),
);
