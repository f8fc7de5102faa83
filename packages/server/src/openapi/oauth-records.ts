import { nameSchemas } from "@tools-api/core/internal/schema";
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
  grant_type: z.enum(grantTypes).describe("The kind of credential that the client exchanges for a token."),
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
  access_token: z.string().describe("A JWT (RFC 9068).").describe("The access token, a JWT (RFC 9068)."),
  token_type: z.literal("Bearer").describe("How the token is sent: `Authorization: Bearer`."),
  expires_in: z.int().describe("The seconds for which the access token works."),
  scope: z.string().describe("The scopes of the token, separated by spaces."),
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
  token_type: z.string().optional().describe("How the token is sent: `Bearer`."),
  iss: z.string().optional().describe("The issuer of the token: the public URL of this server."),
  aud: z.string().optional().describe("The resource for which the token is."),
  sub: z.string().optional().describe("The account, or the client that acts for its own account."),
  client_id: z.string().optional().describe("The application that has the token."),
  scope: z.string().optional().describe("The scopes of the token, separated by spaces."),
  jti: z.string().optional().describe("The id of the token."),
  iat: z.int().optional().describe("When the token was issued, in epoch seconds."),
  exp: z.int().optional().describe("When the token expires, in epoch seconds."),
  auth_time: z.int().optional().describe("When the user signed in, in epoch seconds."),
  grant_id: z.string().optional().describe("The id of the grant of the user."),
  authorization_id: z
    .string()
    .optional()
    .describe("The id of the sign-in that began the family of the token."),
});

export const OAuthProblem = z.object({
  error: z.string().describe("The code of RFC 6749 §5.2. Branch on this member."),
  error_description: z.string().describe("The reason in a sentence, for people."),
});

export const AuthorizationServerMetadata = z.object({
  issuer: z.string().describe("The identifier of this server, its public URL."),
  authorization_endpoint: z.string().describe("The page on which users consent."),
  token_endpoint: z.string().describe("The endpoint that issues tokens."),
  revocation_endpoint: z.string().describe("The endpoint that ends tokens."),
  introspection_endpoint: z.string().describe("The endpoint that tells the state of a token."),
  registration_endpoint: z.string().optional().describe("Absent if clients cannot register themselves."),
  jwks_uri: z.string().describe("The public keys that verify tokens."),
  scopes_supported: z.array(z.string()).describe("The scopes that clients can request."),
  response_types_supported: z.array(z.string()).describe("The response types of the authorization endpoint."),
  response_modes_supported: z.array(z.string()).describe("The ways in which a code is returned."),
  grant_types_supported: z.array(z.string()).describe("The grants of the token endpoint."),
  code_challenge_methods_supported: z.array(z.string()).describe("The PKCE methods; PKCE is required."),
  token_endpoint_auth_methods_supported: z
    .array(z.string())
    .describe("The ways in which clients prove who they are at the token endpoint."),
  revocation_endpoint_auth_methods_supported: z
    .array(z.string())
    .describe("The same at the revocation endpoint."),
  introspection_endpoint_auth_methods_supported: z
    .array(z.string())
    .describe("The same at the introspection endpoint."),
  prompt_values_supported: z
    .array(z.string())
    .describe("The values of `prompt` that the authorization endpoint knows."),
  authorization_response_iss_parameter_supported: z
    .boolean()
    .describe("Whether redirects carry `iss` (RFC 9207)."),
  client_id_metadata_document_supported: z
    .boolean()
    .describe("Whether the URL of a metadata document can be a client id."),
});

export const ProtectedResourceMetadata = z.object({
  resource: z.string().describe("The identifier of the resource, its URL."),
  authorization_servers: z.array(z.string()).describe("The servers that issue tokens for it."),
  scopes_supported: z.array(z.string()).describe("The scopes that its calls need."),
  bearer_methods_supported: z.array(z.string()).describe("The places for a token: only the header."),
  resource_name: z.string().describe("The name of the server, for people."),
});

export const SelfRegisteredClient = z.object({
  client_id: z.string().describe("The id of the new client."),
  client_id_issued_at: z.int().describe("When the client was registered, in epoch seconds."),
  client_name: z.string().describe("The name that users see on the consent page."),
  redirect_uris: z.array(z.string()).describe("The addresses that users return to."),
  grant_types: z.array(z.string()).describe("The ways in which the client gets tokens."),
  response_types: z.array(z.string()).describe("The response types that the client can use."),
  token_endpoint_auth_method: z.literal("none").describe("The client has no secret."),
  scope: z.string().describe("The scopes that it can request."),
});

export const JsonWebKeySet = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.string().describe("The type of the key, such as `EC`."),
        kid: z.string().describe("The id of the key, which tokens name in their header."),
        alg: z.string().describe("The algorithm of the signatures, such as `ES256`."),
      }),
    )
    .describe("The keys that sign now, and those whose tokens are still valid."),
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
  response_type: z.literal("code").describe("The client asks for a code."),
  client_id: z
    .string()
    .describe(
      "The id of a registered client, or the URL of a client's metadata document, if clients can register themselves.",
    ),
  redirect_uri: z
    .string()
    .describe("A redirect URI of the client. The port of a loopback address can differ."),
  code_challenge: z.string().describe("The SHA-256 digest of the verifier in base64url (RFC 7636)."),
  code_challenge_method: z.literal("S256").describe("How the digest was made: with SHA-256."),
  scope: z
    .string()
    .optional()
    .describe(
      "Scopes of the client, separated by spaces. Without it, all except account scopes. Others are left out.",
    ),
  state: z.string().max(4096).optional().describe("Returned unchanged. Protects the redirect from forgery."),
  prompt: z
    .string()
    .optional()
    .describe(
      "Whether the user signs in again (`login`), consents again (`consent`), or sees no page (`none`).",
    ),
  resource: z
    .string()
    .optional()
    .describe(
      "The resource that the tokens are for (RFC 8707): the public URL of this server, or its `/mcp`. Default: the public " +
        "URL. A token for one is invalid at the other.",
    ),
});
