import { nameSchemas } from "@tools-api/core/internal";
import { ClientMetadata, grantTypes } from "@tools-api/core/oauth";
import { z } from "zod";

const clientFields = {
  client_id: z.string().optional().describe("The client, unless the `Authorization` header names it."),
  client_secret: z
    .string()
    .optional()
    .describe("The secret of a client that sends no `Authorization` header."),
};

const tokenHint = z.string().optional().describe("Ignored: the server recognizes each kind of token.");

export const TokenRequest = z.object({
  grant_type: z.enum(grantTypes),
  code: z.string().optional().describe("For `authorization_code`: the code of the redirect."),
  redirect_uri: z
    .string()
    .optional()
    .describe("For `authorization_code`: that of the authorization request, or none."),
  code_verifier: z.string().optional().describe("For `authorization_code`: the PKCE verifier (RFC 7636)."),
  refresh_token: z.string().optional().describe("For `refresh_token`: the latest token of its family."),
  scope: z
    .string()
    .optional()
    .describe(
      "Scopes separated by spaces. Without it, all of the grant or the client, except account scopes. Scopes that the " +
        "client cannot have are left out.",
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

export const TokenResponse = z.object({
  access_token: z.string().describe("A JWT (RFC 9068)."),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds."),
  scope: z.string(),
  refresh_token: z.string().optional().describe("Replaces the one that was sent. Absent without a grant."),
});

export const TokenReference = z.object({
  token: z.string().describe("An access token or a refresh token."),
  token_type_hint: tokenHint,
  ...clientFields,
});

export const Introspection = z.object({
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

export const OAuthProblem = z.object({
  error: z.string().describe("The code of RFC 6749 §5.2. Branch on this member."),
  error_description: z.string(),
});

export const AuthorizationServerMetadata = z.object({
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

export const ProtectedResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  resource_name: z.string(),
});

export const SelfRegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int().describe("Epoch seconds."),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal("none"),
  scope: z.string().describe("The scopes that it can request."),
});

export const JsonWebKeySet = z.object({
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

export const AuthorizationQuery = z.object({
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
    .describe(
      "Scopes of the client, separated by spaces. Without it, all except account scopes. Others are left out.",
    ),
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
