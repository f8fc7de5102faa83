import type { ManagementRoute } from "../account/management/route.ts";
import { inView, viewOf } from "../ui/view.ts";
import { prefersHtml } from "../http/accept.ts";
import { operatorAccountRoutes } from "./account-routes.ts";
import { listServerAudit } from "./audit-routes.ts";
import { operatorBillingRoutes } from "./billing-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { operatorMailRoutes } from "./mail-routes.ts";
import { getOverview } from "./overview.ts";
import { showServerAudit } from "./pages/audit.tsx";
import { operatorPage } from "./pages/operator-page.tsx";
import { operatorWebhooks } from "./webhook-routes.ts";

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
