import { operatorRoutes } from "./routes.ts";
import { auditRoutes } from "../account/profile/audit-routes.ts";
import { billingRoutes } from "../account/plan/routes.ts";
import { accountRoutes } from "../account/profile/account.ts";
import { exportRoutes } from "../account/export/routes.ts";
import { buyerRoutes } from "../account/plan/buyer-routes.ts";
import { clientRoutes } from "../account/apps/clients.ts";
import { grantRoutes } from "../account/apps/grants.ts";
import { storedFileRoutes } from "../account/files/routes.ts";
import { identityProviderRoutes } from "../account/profile/identity-provider-routes.ts";
import { keyRoutes } from "../account/keys/routes.ts";
import { mailRoutes } from "../account/profile/mail.ts";
import { passkeyRoutes } from "../account/profile/passkeys-routes.ts";
import { passwordRoutes } from "../account/profile/password.ts";
import type { ManagementRoute } from "../account/call/route.ts";
import { requestRoutes } from "../account/requests/requests-routes.ts";
import { sessionTokenRoutes } from "../account/call/session-token.ts";
import { sessionRoutes } from "../account/profile/sessions-routes.ts";
import { usageRoutes } from "../account/report/usage-routes.ts";
import { accountWebhooks } from "../account/webhooks/webhook-routes.ts";

/** All management calls: those of an account, and those of operators. */
export const managementRoutes: readonly ManagementRoute[] = [
  ...accountRoutes,
  ...buyerRoutes,
  ...exportRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...sessionTokenRoutes,
  ...passwordRoutes,
  ...mailRoutes,
  ...passkeyRoutes,
  ...identityProviderRoutes,
  ...clientRoutes,
  ...grantRoutes,
  ...billingRoutes,
  ...usageRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...storedFileRoutes,
  ...Object.values(accountWebhooks),
  ...operatorRoutes,
];
