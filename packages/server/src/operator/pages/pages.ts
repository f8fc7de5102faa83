import type { PageRoute } from "../../account/call/page-route.ts";
import { respondAccount } from "./account.tsx";
import { downloadInvoices, showBilling } from "./billing.tsx";
import { showClosing, submitChange, submitClosing } from "./change-account.tsx";
import { showAccounts } from "./accounts.tsx";
import { showInvoice, submitInvoice } from "./invoice.tsx";
import { respondInvitations, submitInvitation } from "./invitations.tsx";
import { respondMail, submitMail } from "./mail.tsx";
import { operatorPage } from "./operator-page.tsx";
import { showOverview } from "./overview.tsx";
import { operatorWebhookRoutes } from "./webhooks.ts";

/** The pages of the console. */
export const consoleRoutes: readonly PageRoute[] = [
  { path: "/operator", get: operatorPage(showOverview) },
  { path: "/operator/console", get: operatorPage(showAccounts) },
  {
    path: "/operator/invite",
    get: operatorPage((page) => respondInvitations(page)),
    post: operatorPage(submitInvitation),
  },
  {
    path: "/operator/console/:id",
    get: operatorPage((page) => respondAccount(page)),
    post: operatorPage(submitChange),
  },
  {
    path: "/operator/mail",
    get: operatorPage((page) => respondMail(page)),
    post: operatorPage(submitMail),
  },
  { path: "/operator/billing", get: operatorPage(showBilling) },
  { path: "/operator/billing/invoices.csv", get: operatorPage(downloadInvoices) },
  {
    path: "/operator/console/:id/invoices/:invoice",
    get: operatorPage((page) => showInvoice(page)),
    post: operatorPage(submitInvoice),
  },
  {
    path: "/operator/console/:id/close",
    get: operatorPage((page) => showClosing(page)),
    post: operatorPage(submitClosing),
  },
  ...operatorWebhookRoutes,
];
