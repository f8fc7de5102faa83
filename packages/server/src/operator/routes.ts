import type { ManagementRoute } from "../account/management/route.ts";
import { operatorAccountRoutes } from "./account-routes.ts";
import { operatorBillingRoutes } from "./billing-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { getOverview } from "./overview.ts";
import { operatorWebhooks } from "./webhook-routes.ts";

/** The calls under `/operator`. */
export const operatorRoutes: readonly ManagementRoute[] = [
  getOverview,
  ...operatorAccountRoutes,
  ...operatorBillingRoutes,
  ...invitationRoutes,
  ...Object.values(operatorWebhooks),
];
