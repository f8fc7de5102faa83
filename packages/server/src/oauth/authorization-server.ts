import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ApiContext, ApiEnv } from "../api/context.ts";
import { refuseMethod } from "../api/http/refuse-method.ts";
import { respondProblem } from "../api/http/respond.ts";
import { unmetered } from "../account/unmetered.ts";
import { respondProblemPage } from "../account/pages/problem-page.tsx";
import { withView } from "../account/pages/view.ts";
import { asToolsError } from "../api/http/problem.ts";
import { sameOrigin } from "../account/sessions/same-origin.ts";
import { mcpPath } from "../api/protected-resource.ts";
import { showAuthorization, submitConsent } from "./authorization-endpoint.ts";
import { respondIntrospection } from "./introspection-endpoint.ts";
import { mcpResourceMetadata, resourceMetadata, serverMetadata } from "./metadata.ts";
import { respondRegistration } from "./registration-endpoint.ts";
import { respondRevocation } from "./revocation-endpoint.ts";
import { type AuthorizationServerDependencies, type OAuthServices, oauthServices } from "./services.ts";
import { respondToken } from "./token-endpoint.ts";

interface OAuthRoute {
  path: string;
  method: "GET" | "POST";
  /** True if clients on pages of other sites use the route. None of these routes reads a cookie. */
  shared: boolean;
  handle: (c: ApiContext, services: OAuthServices) => Response | Promise<Response>;
}

const publicSeconds = 300;

/** Responds with a record that is the same for all clients, and cacheable. */
function respondPublic(c: ApiContext, record: object): Response {
  c.header("Cache-Control", `public, max-age=${publicSeconds}`);
  return c.json(record);
}

/**
 * Returns the paths of a metadata document. If the public URL has a path, the document is also at the location of RFC
 * 8414 §3.1 and RFC 9728 §3.1.
 *
 * @param resource The path of the resource after the public URL.
 */
function wellKnownPaths(name: string, basePath: string, resource: string): string[] {
  return [...new Set(["", basePath])].map((path) => `/.well-known/${name}${path}${resource}`);
}

const registration: OAuthRoute = {
  path: "/oauth/register",
  method: "POST",
  shared: true,
  handle: respondRegistration,
};

function oauthRoutes({ basePath, selfRegistration }: OAuthServices): OAuthRoute[] {
  const metadata = [
    { name: "oauth-authorization-server", resource: "", record: serverMetadata },
    { name: "oauth-protected-resource", resource: "", record: resourceMetadata },
    { name: "oauth-protected-resource", resource: mcpPath, record: mcpResourceMetadata },
  ].flatMap(({ name, resource, record }) =>
    wellKnownPaths(name, basePath, resource).map((path): OAuthRoute => ({
      path,
      method: "GET",
      shared: true,
      handle: (c, services) => respondPublic(c, record(services)),
    })),
  );
  return [
    ...metadata,
    {
      path: "/oauth/jwks",
      method: "GET",
      shared: true,
      handle: async (c, { accessTokens }) => respondPublic(c, { keys: await accessTokens.publicKeys() }),
    },
    { path: "/oauth/token", method: "POST", shared: true, handle: respondToken },
    { path: "/oauth/revoke", method: "POST", shared: true, handle: respondRevocation },
    { path: "/oauth/introspect", method: "POST", shared: false, handle: respondIntrospection },
    ...(selfRegistration ? [registration] : []),
  ];
}

/** Creates the app with the only page of the authorization server. Its errors are pages too. */
function authorizationPage(services: OAuthServices): Hono<ApiEnv> {
  const path = "/oauth/authorize";
  const app = new Hono<ApiEnv>();
  app.use(path, unmetered(services), withView(services), sameOrigin(services));
  app.get(path, (c) => showAuthorization(c, services));
  app.post(path, (c) => submitConsent(c, services));
  app.all(path, (c) => refuseMethod(c, "GET, HEAD, POST"));
  app.onError((error, c) => respondProblemPage(c, error, services));
  return app;
}

/**
 * Creates the OAuth 2.0 authorization server as a Hono app: authorization code with PKCE, client credentials, refresh,
 * revocation, introspection, registration, metadata and key set. Mount it with `app.route("/", createAuthorizationServer({ ... }))`
 * next to `createAccountApp`, whose page signs users in. Use `accessTokenAuthenticator` to resolve its tokens.
 *
 * @example
 * ```ts
 * import { jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 * import { createAuthorizationServer } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const issuer = "http://localhost:3000";
 * const server = createAuthorizationServer({
 *   documents,
 *   usage: memoryUsage(),
 *   authenticator: apiKeyAuthenticator({ documents }),
 *   passwords: scryptHasher(),
 *   publicUrl: issuer,
 *   accessTokens: jwtAccessTokens({ documents, issuer, secret: () => sessionSecret(documents) }),
 * });
 * console.log((await server.request("/.well-known/oauth-authorization-server")).status); // 200
 * ```
 */
export function createAuthorizationServer(dependencies: AuthorizationServerDependencies): Hono<ApiEnv> {
  const services = oauthServices(dependencies);
  const app = new Hono<ApiEnv>();
  app.route("/", authorizationPage(services));
  for (const { path, method, shared, handle } of oauthRoutes(services)) {
    app.use(path, unmetered(services));
    if (shared)
      app.use(
        path,
        cors({ origin: "*", allowMethods: [method], allowHeaders: ["Authorization", "Content-Type"] }),
      );
    app.on(method, path, (c) => handle(c, services));
    app.all(path, (c) => refuseMethod(c, method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"));
  }
  app.onError((error, c) => respondProblem(c, asToolsError(error), services.publicUrl));
  return app;
}
