import { ClientMetadata, nameSchemas } from "@tools-api/core/internal";
import { grantTypes } from "@tools-api/core/oauth";
import { z } from "zod";
import type { Services } from "../api/context.ts";
import { mcpPath } from "../api/protected-resource.ts";
import { mcpResourceMetadata, resourceMetadata, serverMetadata } from "../oauth/metadata.ts";
import type { Components } from "./components.ts";
import { errorHeaders, headerReferences, type Headers, requestIdHeader } from "./headers.ts";
import { type PublicRecord, publicPath } from "./probes.ts";
import { type Json, queryParameters } from "./schema.ts";
import { clientSecurity } from "./security.ts";
import { tagName } from "./tags.ts";

const clientFields = {
  client_id: z.string().optional().describe("The client, unless the `Authorization` header names it."),
  client_secret: z
    .string()
    .optional()
    .describe("The secret of a client that sends no `Authorization` header."),
};

const tokenHint = z.string().optional().describe("Ignored: the server recognizes each kind of token.");

const TokenRequest = z.object({
  grant_type: z.enum(grantTypes),
  code: z.string().optional().describe("For `authorization_code`: the code of the redirect."),
  redirect_uri: z
    .string()
    .optional()
    .describe("For `authorization_code`: that of the authorization request."),
  code_verifier: z.string().optional().describe("For `authorization_code`: the PKCE verifier (RFC 7636)."),
  refresh_token: z.string().optional().describe("For `refresh_token`: the latest token of its family."),
  scope: z
    .string()
    .optional()
    .describe(
      "Scopes separated by spaces. Without it, all of the grant or the client, except account scopes.",
    ),
  resource: z
    .string()
    .optional()
    .describe(
      "The resource that the token is for (RFC 8707): the public URL of this server, or its `/mcp`. Default: that of the " +
        "authorization request, or the public URL.",
    ),
  ...clientFields,
});

const TokenResponse = z.object({
  access_token: z.string().describe("A JWT (RFC 9068)."),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds."),
  scope: z.string(),
  refresh_token: z.string().optional().describe("Replaces the one that was sent. Absent without a grant."),
});

const TokenReference = z.object({
  token: z.string().describe("An access token or a refresh token."),
  token_type_hint: tokenHint,
  ...clientFields,
});

const Introspection = z.object({
  active: z
    .boolean()
    .describe("`false` for every token that is not valid. The other members are then absent."),
  token_type: z.string().optional(),
  iss: z.string().optional(),
  aud: z.string().optional(),
  sub: z.string().optional().describe("The account, or the client that acts for its own account."),
  client_id: z.string().optional(),
  scope: z.string().optional(),
  jti: z.string().optional(),
  iat: z.int().optional(),
  exp: z.int().optional(),
  auth_time: z.int().optional(),
  grant_id: z.string().optional(),
  authorization_id: z.string().optional(),
});

const OAuthProblem = z.object({
  error: z.string().describe("The code of RFC 6749 §5.2. Branch on this member."),
  error_description: z.string(),
});

const AuthorizationServerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  registration_endpoint: z.string().optional().describe("Absent if clients cannot register themselves."),
  jwks_uri: z.string(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  introspection_endpoint_auth_methods_supported: z.array(z.string()),
  prompt_values_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
});

const ProtectedResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  resource_name: z.string(),
});

const SelfRegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int().describe("Epoch seconds."),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal("none"),
  scope: z.string().describe("The scopes that it can request."),
});

const JsonWebKeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })),
});

nameSchemas({
  TokenRequest,
  TokenResponse,
  TokenReference,
  Introspection,
  OAuthError: OAuthProblem,
  AuthorizationServerMetadata,
  ProtectedResourceMetadata,
  ClientMetadata,
  SelfRegisteredClient,
  JsonWebKeySet,
  JsonWebKey: JsonWebKeySet.shape.keys.element,
});

const AuthorizationQuery = z.object({
  response_type: z.literal("code"),
  client_id: z
    .string()
    .describe(
      "The id of a registered client, or the URL of a client's metadata document, if clients can register themselves.",
    ),
  redirect_uri: z
    .string()
    .describe("A redirect URI of the client. The port of a loopback address can differ."),
  code_challenge: z.string().describe("The SHA-256 digest of the verifier in base64url (RFC 7636)."),
  code_challenge_method: z.literal("S256"),
  scope: z
    .string()
    .optional()
    .describe("Scopes of the client, separated by spaces. Without it, all except account scopes."),
  state: z.string().max(4096).optional().describe("Returned unchanged. Protects the redirect from forgery."),
  prompt: z.string().optional().describe("`none`, or `login`, `consent` or both."),
  resource: z
    .string()
    .optional()
    .describe(
      "The resource that the tokens are for (RFC 8707): the public URL of this server, or its `/mcp`. Default: the public " +
        "URL. A token for one is invalid at the other.",
    ),
});

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
      "The second use of a code or a refresh token revokes all tokens of the same sign-in.",
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
      "200": {
        description: "The call succeeded.",
        headers: headerReferences(components, requestIdHeader),
        content: {
          "application/json": {
            schema: components.schema("Revocation", answer, "output"),
            example: answerExample,
          },
        },
      },
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
      content: {
        "application/json": {
          schema: components.schema("ClientMetadata", ClientMetadata, "input"),
          example: registrationExample,
        },
      },
    },
    responses: {
      "201": {
        description: "The registered client.",
        headers: headerReferences(components, requestIdHeader),
        content: {
          "application/json": {
            schema: components.schema("SelfRegisteredClient", SelfRegisteredClient, "output"),
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
        },
      },
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

type DocumentedServices = Pick<Services, "publicUrl" | "scopes" | "served">;

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
