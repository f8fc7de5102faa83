import { operatorRoutes } from "./routes.ts";
import { auditRoutes } from "../account/management/audit.ts";
import { billingRoutes } from "../account/billing/routes.ts";
import { accountRoutes } from "../account/management/account.ts";
import { clientRoutes } from "../account/management/clients.ts";
import { grantRoutes } from "../account/management/grants.ts";
import { identityProviderRoutes } from "../account/management/identity-provider.ts";
import { keyRoutes } from "../account/management/keys.ts";
import { mailRoutes } from "../account/management/mail.ts";
import { passkeyRoutes } from "../account/management/passkeys.ts";
import { passwordRoutes } from "../account/management/password.ts";
import type { ManagementRoute } from "../account/management/route.ts";
import { requestRoutes } from "../account/management/requests.ts";
import { sessionTokenRoutes } from "../account/management/session-token.ts";
import { sessionRoutes } from "../account/management/sessions.ts";
import { usageRoutes } from "../account/management/usage.ts";
import { accountWebhooks } from "../account/webhooks/webhook-routes.ts";

/** All management calls: those of an account, and those of operators. */
export const managementRoutes: readonly ManagementRoute[] = [
  ...accountRoutes,
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
  ...Object.values(accountWebhooks),
  ...operatorRoutes,
];
