import { Hono } from "hono";
import type { AccountServices } from "../session/services.ts";
import type { ApiEnv } from "../http/context.ts";
import { nothingAt } from "../http/nearest-path.ts";
import { answerOptions } from "../http/refuse-method.ts";
import { respondProblem } from "../http/respond.ts";
import { unmetered } from "../http/unmetered.ts";
import { asToolsError } from "../http/problem.ts";
import type { ManagementRoute } from "../account/call/route.ts";
import { managementRoutes } from "../operator/management-routes.ts";

const folders = ["/account/*", "/operator/*"];

function allowed(routes: readonly ManagementRoute[]): string {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...methods, "OPTIONS"].join(", ");
}

/** Creates the Hono app with the calls that let an owner manage the account, and an operator all accounts. */
export function management(services: AccountServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const folder of folders) app.use(folder, unmetered(services));
  const honoPath = (described: string) => described.replaceAll(/\{(\w+)\}/g, ":$1");
  for (const described of new Set(managementRoutes.map(({ path }) => path))) {
    const routes = managementRoutes.filter(({ path }) => path === described);
    const path = honoPath(described);
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
  const paths = managementRoutes.map(({ path }) => honoPath(path));
  for (const folder of folders)
    app.all(folder, (c) => {
      throw nothingAt(c.req.path, paths, services.basePath);
    });
  app.onError((error, c) => respondProblem(c, asToolsError(error), services.publicUrl));
  return app;
}
