import type { PageRoute } from "../account/call/page-route.ts";
import { agentRoutes } from "../account/agents/agents.tsx";
import { appRoutes } from "../account/apps/apps.tsx";
import { filePageRoutes } from "../account/files/files.tsx";
import { keyPageRoutes } from "../account/keys/keys.tsx";
import { overviewRoutes } from "../account/overview/overview.tsx";
import { planRoutes } from "../account/plan/plan.tsx";
import { playgroundRoutes } from "../account/playground/playground.tsx";
import { profileRoutes } from "../account/profile/profile.tsx";
import { requestPageRoutes } from "../account/requests/requests.tsx";
import { usagePageRoutes } from "../account/usage/usage.tsx";
import { webhookRoutes } from "../account/webhooks/webhooks.ts";

/** All pages of the dashboard. */
export const dashboardRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...keyPageRoutes,
  ...usagePageRoutes,
  ...requestPageRoutes,
  ...filePageRoutes,
  ...planRoutes,
  ...appRoutes,
  ...webhookRoutes,
  ...agentRoutes,
  ...playgroundRoutes,
  ...profileRoutes,
];
