import { Hono } from "hono";
import type { ApiEnv } from "../http/context.ts";
import type { AuthorizationServerDependencies } from "./authorization-server.ts";
import { createAuthorizationServer } from "./authorization-server.ts";
import { createAccountApp } from "./create-account-app.ts";
import type { BuiltApi } from "./create-api.ts";

/**
 * Creates the app with all that a server has next to its API: the pages, the management calls and the authorization
 * server. It answers a path that neither it nor the API has as the API does.
 */
export function createSite(
  dependencies: AuthorizationServerDependencies,
  { respondNotFound }: Pick<BuiltApi, "respondNotFound">,
): Hono<ApiEnv> {
  const site = new Hono<ApiEnv>();
  site.route("/", createAccountApp(dependencies));
  site.route("/", createAuthorizationServer(dependencies));
  site.notFound((c) => respondNotFound(c, site.routes));
  return site;
}
