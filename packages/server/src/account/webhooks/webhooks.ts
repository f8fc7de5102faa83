import { accountWebhooks } from "./webhook-routes.ts";
import { respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { webhookPageRoutes } from "./webhook-page-routes.ts";

/** The pages of the webhook endpoints of an account. */
export const webhookRoutes: readonly PageRoute[] = webhookPageRoutes(
  {
    calls: accountWebhooks,
    path: "/webhooks",
    intro: "The server sends a signed request to your endpoints when something happens in your account.",
    respond: (page, frame, content) => respondDashboard(page, { ...frame, section: "webhooks" }, content),
  },
  signedIn,
);
