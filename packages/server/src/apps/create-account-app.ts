import { Hono } from "hono";
import { type AccountDependencies, accountServices } from "./account-services.ts";
import type { ApiEnv } from "../http/context.ts";
import { management } from "./management.ts";
import { pages } from "./pages.ts";

/**
 * Creates a Hono app with the browser pages and the management calls of accounts.
 * It serves sign-up, sign-in, the dashboard with its assets, and the calls under `/account`. Mount it with
 * `app.route("/", createAccountApp({ ... }))`, next to or after `createApi`. Its playground needs
 * `sessionTokenAuthenticator` among the authenticators of `createApi`.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccountApp } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const accounts = createAccountApp({
 *   documents,
 *   usage: memoryUsage(),
 *   authenticator: apiKeyAuthenticator({ documents }),
 *   passwords: scryptHasher(),
 *   publicUrl: "http://localhost:3000",
 * });
 * console.log((await accounts.request("/sign-in")).status); // 200
 * ```
 */
export function createAccountApp(dependencies: AccountDependencies): Hono<ApiEnv> {
  const services = accountServices(dependencies);
  const app = new Hono<ApiEnv>();
  app.route("/", pages(services));
  app.route("/", management(services));
  return app;
}
