import { ClientMetadata } from "@tools-api/core/oauth";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { mcpPath } from "../http/protected-resource.ts";
import { mcpResourceMetadata, resourceMetadata, serverMetadata } from "../oauth/metadata.ts";
import { type Components, jsonContent } from "./components.ts";
import { jsonResponse } from "./operations.ts";
import { errorHeaders, headerReferences, type Headers, requestIdHeader } from "./headers.ts";
import {
  AuthorizationQuery,
  AuthorizationServerMetadata,
  Introspection,
  JsonWebKeySet,
  OAuthProblem,
  ProtectedResourceMetadata,
  SelfRegisteredClient,
  TokenReference,
  TokenRequest,
  TokenResponse,
} from "./oauth-records.ts";
import { type PublicRecord, publicPath } from "./probes.ts";
import { type Json, queryParameters } from "./schema.ts";
import { clientSecurity } from "./security.ts";
import { tagName } from "./tags.ts";

const authorizationExample = {
  response_type: "code",
  client_id: "client_7DgPRjYjdYOCuMK2LVDwBu",
  redirect_uri: "https://reports.example.com/callback",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  scope: "usage:read",
  state: "af0ifjsldkj",
};

const registrationExample = {
  client_name: "Notes",
  redirect_uris: ["http://127.0.0.1/callback"],
};

const tokenExample = {
  access_token: "eyJ…",
  token_type: "Bearer",
  expires_in: 900,
  scope: "usage:read",
};

const inspected = {
  active: true,
  token_type: "Bearer",
  scope: "usage:read",
  client_id: "client_7DgPRjYjdYOCuMK2LVDwBu",
  sub: "client_7DgPRjYjdYOCuMK2LVDwBu",
  iat: 1795264410,
  exp: 1795265310,
  jti: "0199f0c4-5d1e-7b6a-9f3e-2c8d4b1a7e60",
};

const keyExample = {
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  kid: "2026-11-02",
  alg: "ES256",
  use: "sig",
};

/** A call that a client makes with a form and its own authentication. */
interface ClientCall {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  request: z.ZodObject;
  requestExample: Json;
  answer: z.ZodType;
  answerExample: Json;
}

const clientCalls: readonly ClientCall[] = [
  {
    path: "/oauth/token",
    operationId: "token",
    summary: "Exchange a code, a refresh token or the client's own credentials for an access token.",
    description:
      "RFC 6749 §3.2. Access tokens last 15 minutes, refresh tokens 30 days. Each use of a refresh token replaces it. " +
      "For 30 seconds after its first use it gives further tokens, at most 5, for parallel requests and lost responses. " +
      "The second use of a code, or a later use of a refresh token, revokes all tokens of the same sign-in.",
    request: TokenRequest,
    requestExample: { grant_type: "client_credentials", scope: "usage:read" },
    answer: TokenResponse,
    answerExample: tokenExample,
  },
  {
    path: "/oauth/revoke",
    operationId: "revoke",
    summary: "Revoke an access token or a refresh token.",
    description:
      "RFC 7009. A refresh token ends all tokens of the same sign-in, an access token only itself. The response is 200 " +
      "also for a token that is not valid.",
    request: TokenReference,
    requestExample: { token: "trt_0000000000000000" },
    answer: z.strictObject({}),
    answerExample: {},
  },
  {
    path: "/oauth/introspect",
    operationId: "introspect",
    summary: "Get the state of a token.",
    description:
      "RFC 7662. For confidential clients, about their own tokens and those that act for the account that registered " +
      "them. Any other token is inactive.",
    request: TokenReference,
    requestExample: { token: "trt_0000000000000000" },
    answer: Introspection,
    answerExample: inspected,
  },
];

const failures: readonly { status: string; name: string; description: string; headers?: Headers }[] = [
  {
    status: "400",
    name: "OAuthBadRequest",
    description:
      "The error is `invalid_request`, `invalid_grant`, `invalid_scope`, `invalid_target`, `unauthorized_client` or " +
      "`unsupported_grant_type`.",
  },
  {
    status: "401",
    name: "OAuthInvalidClient",
    description: "The error is `invalid_client`.",
    headers: errorHeaders[401] ?? {},
  },
  { status: "413", name: "OAuthTooLarge", description: "The form has more than 16,384 bytes." },
  {
    status: "429",
    name: "OAuthTooManyAttempts",
    description: "Too many failed authentications of the address, or too many tokens of the client.",
    headers: errorHeaders[429] ?? {},
  },
  {
    status: "400",
    name: "OAuthInvalidMetadata",
    description: "The error is `invalid_redirect_uri`, `invalid_client_metadata` or `invalid_request`.",
  },
  { status: "413", name: "OAuthTooLargeMetadata", description: "The metadata has more than 5,120 bytes." },
  {
    status: "429",
    name: "OAuthTooManyRegistrations",
    description: "Too many registrations of the address, or of all addresses.",
    headers: errorHeaders[429] ?? {},
  },
  { status: "500", name: "OAuthServerError", description: "The error is `server_error`." },
  {
    status: "503",
    name: "OAuthUnavailable",
    description: "The error is `temporarily_unavailable`.",
    headers: errorHeaders[503] ?? {},
  },
];

/** Returns the failures of the token endpoint and similar ones. */
function failureResponses(components: Components, names: readonly string[]): Json {
  const error = components.schema("OAuthError", OAuthProblem, "output");
  return Object.fromEntries(
    failures
      .filter(({ name }) => names.includes(name))
      .map(({ status, name, description, headers }) => [
        status,
        components.add("responses", name, {
          description,
          headers: headerReferences(components, { ...requestIdHeader, ...headers }),
          content: { "application/json": { schema: error } },
        }),
      ]),
  );
}

function clientOperation(components: Components, call: ClientCall): Json {
  const { path, request, requestExample, answer, answerExample, ...texts } = call;
  return {
    ...texts,
    tags: [tagName(path)],
    security: clientSecurity,
    requestBody: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: components.schema("ClientRequest", request, "input"),
          example: requestExample,
        },
      },
    },
    responses: {
      "200": jsonResponse(
        { components, name: "Revocation", schema: answer, example: answerExample },
        "The call succeeded.",
        requestIdHeader,
      ),
      ...failureResponses(components, [
        "OAuthBadRequest",
        "OAuthInvalidClient",
        "OAuthTooLarge",
        "OAuthTooManyAttempts",
        "OAuthServerError",
        "OAuthUnavailable",
      ]),
    },
  };
}

function registration(components: Components): Json {
  const path = "/oauth/register";
  return {
    operationId: "register",
    tags: [tagName(path)],
    summary: "Register a client without an account.",
    description:
      "RFC 7591, for clients that have no metadata document at a URL. Every client is public, with PKCE, and can request the " +
      "scopes of all calls; other authentication methods are replaced by `none`. A registration is deleted after 24 hours " +
      "unless a user has granted it access. An address can register 20 clients per hour.",
    security: [],
    requestBody: {
      required: true,
      content: jsonContent(
        { components, name: "ClientMetadata", schema: ClientMetadata, example: registrationExample },
        "input",
      ),
    },
    responses: {
      "201": jsonResponse(
        {
          components,
          name: "SelfRegisteredClient",
          schema: SelfRegisteredClient,
          example: {
            client_id: "app_7DgPRjYjdYOCuMK2LVDwBu",
            client_id_issued_at: 1795264410,
            ...registrationExample,
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "none",
            scope: "usage:read",
          },
        },
        "The registered client.",
        requestIdHeader,
      ),
      ...failureResponses(components, [
        "OAuthInvalidMetadata",
        "OAuthTooLargeMetadata",
        "OAuthTooManyRegistrations",
        "OAuthServerError",
        "OAuthUnavailable",
      ]),
    },
  };
}

const page = { "text/html": { schema: { type: "string" } } };

function authorization(components: Components): Json {
  const path = "/oauth/authorize";
  return {
    operationId: "authorize",
    tags: [tagName(path)],
    summary: "Ask the user for a grant. Open it in the user's browser.",
    description:
      "RFC 6749 §4.1 with PKCE (S256 only). Redirects to the application with `code`, `state` and `iss`, or with `error` " +
      "and `error_description`. A user who is not signed in signs in first. The server asks for consent unless the user " +
      "has granted the scopes to a client with an https redirect URI.",
    security: [],
    parameters: queryParameters(AuthorizationQuery, { examples: authorizationExample }).map((parameter) => ({
      ...parameter,
      required:
        !AuthorizationQuery.shape[parameter.name as keyof typeof AuthorizationQuery.shape].isOptional(),
    })),
    responses: {
      "200": { description: "The consent page.", content: page },
      "303": {
        description: "The redirect to the application, or to the sign-in page.",
        headers: { Location: { description: "The target.", schema: { type: "string" } } },
      },
      "400": components.add("responses", "OAuthUnknownClient", {
        description: "A page: the client or its redirect URI is unknown, so the server does not redirect.",
        content: page,
      }),
    },
  };
}

type DocumentedServices = Pick<Services, "publicUrl" | "scopes" | "served" | "brand">;

function isRegistrationServed({ served }: DocumentedServices): boolean {
  return served.includes("registration");
}

/** Returns the metadata documents and the key set, which are the same for all clients. */
function publicRecords(services: DocumentedServices): PublicRecord[] {
  return [
    {
      path: "/.well-known/oauth-authorization-server",
      operationId: "authorization-server-metadata",
      summary: "Get the metadata of the authorization server.",
      description: "RFC 8414. Client libraries read the endpoints and the supported options from it.",
      answer: "The metadata.",
      schema: AuthorizationServerMetadata,
      example: serverMetadata({ ...services, selfRegistration: isRegistrationServed(services) }),
    },
    {
      path: "/.well-known/oauth-protected-resource",
      operationId: "protected-resource-metadata",
      summary: "Get the metadata of the API as a protected resource.",
      description: "RFC 9728. Names the authorization server whose tokens the API accepts.",
      answer: "The metadata.",
      schema: ProtectedResourceMetadata,
      example: resourceMetadata(services),
    },
    {
      path: `/.well-known/oauth-protected-resource${mcpPath}`,
      operationId: "mcp-resource-metadata",
      summary: "Get the metadata of `/mcp` as a protected resource.",
      description:
        "RFC 9728. The challenges of `/mcp` name this document. Its tokens are valid at `/mcp` only.",
      answer: "The metadata.",
      schema: ProtectedResourceMetadata,
      example: mcpResourceMetadata(services),
    },
    {
      path: "/oauth/jwks",
      operationId: "jwks",
      summary: "Get the public keys that verify access tokens.",
      description:
        "RFC 7517. A key is published one day before it signs, and until its last token has expired. Verifiers can cache " +
        "the response for five minutes.",
      answer: "The key set.",
      schema: JsonWebKeySet,
      example: { keys: [keyExample] },
    },
  ];
}

/** Returns the paths of the authorization server. */
export function oauthPaths(components: Components, services: DocumentedServices): Json {
  return {
    ...Object.fromEntries(
      publicRecords(services).map((record) => [record.path, publicPath(components, record, requestIdHeader)]),
    ),
    "/oauth/authorize": { get: authorization(components) },
    ...Object.fromEntries(
      clientCalls.map((call) => [call.path, { post: clientOperation(components, call) }]),
    ),
    ...(isRegistrationServed(services) && { "/oauth/register": { post: registration(components) } }),
  };
}
