import type { ManagementRoute } from "../account/call/route.ts";
import { inView, viewOf } from "../ui/view.ts";
import { prefersHtml } from "../http/accept.ts";
import { operatorAccountRoutes } from "./calls/accounts.ts";
import { listServerAudit } from "./calls/audit.ts";
import { operatorBillingRoutes } from "./calls/billing.ts";
import { invitationRoutes } from "./calls/invitations.ts";
import { operatorMailRoutes } from "./calls/mail.ts";
import { getOverview } from "./calls/overview.ts";
import { showServerAudit } from "./pages/audit.tsx";
import { operatorPage } from "./pages/operator-page.tsx";
import { operatorWebhooks } from "./calls/webhooks.ts";

const auditPage = operatorPage(showServerAudit);

/** `GET /operator/audit`: responds to a browser with a page, except for a file. */
const listServerAuditOrPage: ManagementRoute = {
  ...listServerAudit,
  async run(c, services) {
    c.header("Vary", "Accept");
    return prefersHtml(c) && c.req.query("format") !== "csv"
      ? inView(viewOf(c, services), () => auditPage(c, services))
      : listServerAudit.run(c, services);
  },
};

/** The calls under `/operator`. */
export const operatorRoutes: readonly ManagementRoute[] = [
  getOverview,
  listServerAuditOrPage,
  ...operatorAccountRoutes,
  ...operatorBillingRoutes,
  ...invitationRoutes,
  ...operatorMailRoutes,
  ...Object.values(operatorWebhooks),
];
