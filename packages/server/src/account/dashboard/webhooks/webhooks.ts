import { accountWebhooks } from "../../webhooks/webhook-routes.ts";
import { respondDashboard } from "../../pages/page-call.tsx";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
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
