import { defaultRefreshOverlapMs } from "@tools-api/core/accounts/light";
import type { AccessTokens } from "@tools-api/core/oauth";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { refuseMethod } from "../http/refuse-method.ts";
import { respondProblem } from "../http/respond.ts";
import { unmetered } from "../http/unmetered.ts";
import { respondProblemPage } from "../ui/problem-page.tsx";
import { withView } from "../ui/view.ts";
import { asToolsError } from "../http/problem.ts";
import { sameOrigin } from "../session/same-origin.ts";
import { mcpPath } from "../http/protected-resource.ts";
import { showAuthorization, submitConsent } from "../oauth/authorization-endpoint.ts";
import { respondIntrospection } from "../oauth/introspection-endpoint.ts";
import { mcpResourceMetadata, resourceMetadata, serverMetadata } from "../oauth/metadata.ts";
import { respondRegistration } from "../oauth/registration-endpoint.ts";
import { respondRevocation } from "../oauth/revocation-endpoint.ts";
import type { fetchFile } from "../fetch/fetch-file.ts";
import type { FetchPolicy } from "../http/fetch-policy.ts";
import { clientDocuments } from "../oauth/client-documents.ts";
import { registrationThrottle } from "../oauth/registration-throttle.ts";
import { issueThrottle } from "../oauth/issue-throttle.ts";
import type { OAuthServices } from "../oauth/services.ts";
import { type AccountDependencies, accountServices } from "./account-services.ts";
import { respondToken } from "../oauth/token-endpoint.ts";

/** The dependencies of {@link createAuthorizationServer}. */
export interface AuthorizationServerDependencies extends AccountDependencies {
  /** Signs and reads access tokens, for instance `jwtAccessTokens()`. Its issuer must be `publicUrl`. */
  accessTokens: AccessTokens;
  /**
   * Whether clients can register themselves, by RFC 7591 or by the URL of a metadata document. Default: true. If false,
   * the server also refuses clients that did so before.
   */
  selfRegistration?: boolean;
  /**
   * Milliseconds after its first use for which a refresh token gives further tokens of the same sign-in, so that parallel
   * requests and lost responses sign no user out; 0 for none. Default: 30,000.
   */
  refreshOverlapMs?: number;
  /**
   * The hosts of metadata documents that are fetched in addition to those on public addresses; `fetchUrls` of
   * `createApi`. Default: none.
   */
  fetchUrls?: FetchPolicy;
  /** Fetches a metadata document, for instance through a proxy. Default: `fetchFile`. */
  fetchDocument?: typeof fetchFile;
}

/** Creates the services from the dependencies, with defaults. */
function oauthServices(dependencies: AuthorizationServerDependencies): OAuthServices {
  const services = accountServices(dependencies);
  const { clock } = services;
  const { accessTokens, selfRegistration = true, fetchUrls = "off", fetchDocument } = dependencies;
  const { refreshOverlapMs = defaultRefreshOverlapMs } = dependencies;
  return {
    ...services,
    accessTokens,
    issues: issueThrottle(clock),
    refreshOverlapMs,
    selfRegistration,
    clientDocuments: clientDocuments({ fetchUrls, clock, fetchDocument }),
    registrations: registrationThrottle(services),
  };
}

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
  const paths = [...new Set(["", basePath])].map((path) => `/.well-known/${name}${path}${resource}`);
  // A client whose user entered a URL with a slash at its end looks here.
  return paths.flatMap((path) => [path, `${path}/`]);
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

/**
 * Returns the rules for pages of other origins. Without a list, every header field that a preflight names is allowed:
 * clients send fields of MCP and of tracing, and the browser adds no cookies.
 */
function crossOrigin(method: OAuthRoute["method"]) {
  return { origin: "*", allowMethods: [method] };
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
  // Pages with a client probe documents that this server lacks. Without this, they see a failed connection, not a 404.
  for (const path of ["", mcpPath]) app.use(`${path}/.well-known/*`, cors(crossOrigin("GET")));
  for (const { path, method, shared, handle } of oauthRoutes(services)) {
    app.use(path, unmetered(services));
    if (shared) app.use(path, cors(crossOrigin(method)));
    app.on(method, path, (c) => handle(c, services));
    app.all(path, (c) => refuseMethod(c, method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"));
  }
  app.onError((error, c) => respondProblem(c, asToolsError(error), services.publicUrl));
  return app;
}
