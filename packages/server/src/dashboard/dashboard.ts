import type { PageRoute } from "../pages/page-route.ts";
import { appRoutes } from "./apps.tsx";
import { keyPageRoutes } from "./keys.tsx";
import { overviewRoutes } from "./overview.tsx";
import { planRoutes } from "./plan.tsx";
import { playgroundRoutes } from "./playground.tsx";
import { profileRoutes } from "./profile.tsx";
import { usagePageRoutes } from "./usage.tsx";

/** All pages of the dashboard. */
export const dashboardRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...keyPageRoutes,
  ...usagePageRoutes,
  ...planRoutes,
  ...appRoutes,
  ...playgroundRoutes,
  ...profileRoutes,
];
