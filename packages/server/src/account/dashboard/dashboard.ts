import type { PageRoute } from "../pages/page-route.ts";
import { agentRoutes } from "./agents/agents.tsx";
import { appRoutes } from "./apps/apps.tsx";
import { keyPageRoutes } from "./keys/keys.tsx";
import { overviewRoutes } from "./overview/overview.tsx";
import { planRoutes } from "./plan/plan.tsx";
import { playgroundRoutes } from "./playground/playground.tsx";
import { profileRoutes } from "./profile/profile.tsx";
import { requestPageRoutes } from "./requests/requests.tsx";
import { usagePageRoutes } from "./usage/usage.tsx";
import { webhookRoutes } from "./webhooks/webhooks.ts";

/** All pages of the dashboard. */
export const dashboardRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...keyPageRoutes,
  ...usagePageRoutes,
  ...requestPageRoutes,
  ...planRoutes,
  ...appRoutes,
  ...webhookRoutes,
  ...agentRoutes,
  ...playgroundRoutes,
  ...profileRoutes,
];
