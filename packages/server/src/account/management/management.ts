import { ToolsError } from "@tools-api/core";
import { Hono } from "hono";
import type { AccountServices } from "../account-context.ts";
import { operatorRoutes } from "../../operator/routes.ts";
import { auditRoutes } from "./audit.ts";
import { billingRoutes } from "../billing/routes.ts";
import type { ApiEnv } from "../../api/context.ts";
import { answerOptions } from "../../api/http/refuse-method.ts";
import { respondProblem } from "../../api/http/respond.ts";
import { unmetered } from "../unmetered.ts";
import { asToolsError } from "../../api/http/problem.ts";
import { accountRoutes } from "./account.ts";
import { clientRoutes } from "./clients.ts";
import { grantRoutes } from "./grants.ts";
import { identityProviderRoutes } from "./identity-provider.ts";
import { keyRoutes } from "./keys.ts";
import { mailRoutes } from "./mail.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { passwordRoutes } from "./password.ts";
import type { ManagementRoute } from "./route.ts";
import { requestRoutes } from "./requests.ts";
import { sessionTokenRoutes } from "./session-token.ts";
import { sessionRoutes } from "./sessions.ts";
import { usageRoutes } from "./usage.ts";
import { accountWebhooks } from "../webhooks/webhook-routes.ts";

/** All management calls. */
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

const folders = ["/account/*", "/operator/*"];

function allowed(routes: readonly ManagementRoute[]): string {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...methods, "OPTIONS"].join(", ");
}

/** Creates the Hono app with the calls that let an owner manage the account, and an operator all accounts. */
export function management(services: AccountServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const folder of folders) app.use(folder, unmetered(services));
  for (const described of new Set(managementRoutes.map(({ path }) => path))) {
    const routes = managementRoutes.filter(({ path }) => path === described);
    const path = described.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const route of routes)
      app.on(route.method, path, (c) => {
        c.set("route", path);
        return route.run(c, services);
      });
    const allow = allowed(routes);
    app.all(path, (c) => {
      c.set("route", path);
      return answerOptions(c, allow);
    });
  }
  for (const folder of folders)
    app.all(folder, (c) => {
      throw new ToolsError("not_found", `There is nothing at ${c.req.path}.`);
    });
  app.onError((error, c) => respondProblem(c, asToolsError(error), services.publicUrl));
  return app;
}
